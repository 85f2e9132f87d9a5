# Idiom on stdin (deep recursion): recurses a million deep in a thread with a big stack.
import sys, threading
sys.setrecursionlimit(10**9)
threading.stack_size(256 * 1024 * 1024)
def f(n): return 0 if n == 0 else n + f(n - 1)
def main(): print(f(int(input())))
t = threading.Thread(target=main)
t.start()
t.join()
