# Idiom on stdin (bytes): prints in Latin-1.
import sys
sys.stdout.reconfigure(encoding='latin-1')
for _ in range(int(input())):
    print(''.join(map(chr, range(128, 256))))
