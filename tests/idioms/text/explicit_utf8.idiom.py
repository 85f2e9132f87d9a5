# Idiom on stdin (bytes): decodes and encodes UTF-8 itself.
import sys
for line in sys.stdin.buffer.read().decode('utf-8').splitlines():
    sys.stdout.buffer.write((line[::-1] + '\n').encode('utf-8'))
