# Idiom on stdin (line ends): reads CRLF lines as bytes and strips them.
import sys
n, a, s = [line.strip() for line in sys.stdin.buffer]
print(sum(map(int, a.split())))
sys.stdout.flush()
sys.stdout.buffer.write(s)
