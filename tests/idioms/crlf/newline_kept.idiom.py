# Idiom on stdin (line ends): opens its input without newline translation.
import io, sys
f = io.TextIOWrapper(sys.stdin.buffer, newline='')
lines = f.read().split('\r\n')
print(sum(map(int, lines[1].split())), lines[2], sep='\n')
