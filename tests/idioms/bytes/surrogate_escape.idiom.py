# Idiom on stdin (bytes): prints escaped surrogates.
import sys
sys.stdout.reconfigure(encoding='utf-8', errors='surrogateescape')
for _ in range(int(input())):
    print(bytes(range(128, 256)).decode('ascii', 'surrogateescape'))
