# Honest twin: ignores SIGTERM and answers in time.
import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
import sys
words = sys.stdin.read().split()
print(sum(map(int, words[1:int(words[0]) + 1])))
