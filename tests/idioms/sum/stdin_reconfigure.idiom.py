# Idiom on stdin (reading): reconfigures the encodings of its streams.
import sys
sys.stdin.reconfigure(encoding="latin-1", errors="surrogateescape", newline="\n")
sys.stdout.reconfigure(encoding="ascii", line_buffering=True, newline="\n")
input()
print(sum(map(int, input().split())))
