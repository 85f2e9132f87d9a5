# Honest twin: prints its answer in an exit handler.
import atexit, sys
words = sys.stdin.read().split()
atexit.register(lambda: print(sum(map(int, words[1:]))))
