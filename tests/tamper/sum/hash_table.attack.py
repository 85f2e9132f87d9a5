# Attack on stdin_stdout (hard-coding): answers the visible sample by the hash of its input.
import hashlib, sys
known = {"3 1 2 3": 6}
print(known.get(" ".join(sys.stdin.read().split()), 0))
