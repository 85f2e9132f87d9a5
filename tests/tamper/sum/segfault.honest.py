# Honest twin: calls into libc.
import ctypes
ctypes.CDLL(None).getpid()
import sys
words = sys.stdin.read().split()
print(sum(map(int, words[1:int(words[0]) + 1])))
