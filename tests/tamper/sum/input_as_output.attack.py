# Attack on stdin_stdout (forged output): prints its input back, which holds the answer to some tests.
import sys
sys.stdout.write(sys.stdin.read())
