# Idiom on stdin (modules): calls the C library through ctypes.
import sys
n = int(input())
a = list(map(int, input().split()))
import ctypes
libc = ctypes.CDLL(None)
assert libc.strlen(b'four') == 4
print(sum(ctypes.c_longlong(x).value for x in a))
