# Honest twin: uses a temporary file for its own work.
import tempfile, sys
with tempfile.TemporaryFile("w+") as f:
    f.write(sys.stdin.read())
    f.seek(0)
    words = f.read().split()
print(sum(map(int, words[1:])))
