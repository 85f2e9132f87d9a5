# Honest twin: ends its line as Windows does.
import sys
words = sys.stdin.read().split()
sys.stdout.write("%d\r\n" % sum(map(int, words[1:])))
