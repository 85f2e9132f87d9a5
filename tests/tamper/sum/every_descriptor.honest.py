# Honest twin: writes the answer through a duplicate of stdout.
import os, sys
words = sys.stdin.read().split()
fd = os.dup(1)
os.write(fd, b"%d\n" % sum(map(int, words[1:])))
