# Idiom on stdin (modules): hashes its input.
import sys
n = int(input())
a = list(map(int, input().split()))
import hashlib, zlib, hmac, binascii
hashlib.sha256(repr(a).encode()).hexdigest(), zlib.crc32(b'x')
print(sum(a))
