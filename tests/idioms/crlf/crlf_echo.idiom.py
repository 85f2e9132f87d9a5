# Idiom on stdin (line ends): prints CRLF line ends.
import sys
lines = sys.stdin.read().splitlines()
sys.stdout.write('%d\r\n%s\r\n' % (sum(map(int, lines[1].split())), lines[2]))
