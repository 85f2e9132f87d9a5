# Honest twin: recurses deeply within its stack.
import sys, threading
sys.setrecursionlimit(10 ** 6)
threading.stack_size(256 << 20)
def total(values):
    return values[0] + total(values[1:]) if values else 0
def main():
    words = sys.stdin.read().split()
    print(total(list(map(int, words[1:int(words[0]) + 1]))))
t = threading.Thread(target=main)
t.start()
t.join()
