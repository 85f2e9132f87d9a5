# Honest twin: computes in a thread.
import sys, threading
words = sys.stdin.read().split()
t = threading.Thread(target=lambda: print(sum(map(int, words[1:]))))
t.start()
t.join()
