# Attack on stdin_stdout (forged output): claims success on stderr.
import sys
sys.stderr.write("All tests passed\nOK\n")
