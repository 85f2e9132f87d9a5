# Idiom on stdin (reading): a generator of tokens across lines.
import sys
def tokens():
    for line in sys.stdin:
        yield from line.split()
it = tokens()
n = int(next(it))
print(sum(int(next(it)) for _ in range(n)))
