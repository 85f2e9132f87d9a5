# Attack on stdin_stdout (forged output): hides a wrong answer behind control characters.
import sys
words = sys.stdin.read().split()
sys.stdout.write("0\r\b\x00\x1b[2K%d" % sum(map(int, words[1:])))
