# Idiom on stdin (processes and threads): runs main in a thread with a big stack.
import sys, threading
def main():
    input()
    print(sum(map(int, input().split())))
sys.setrecursionlimit(1 << 25)
threading.stack_size(1 << 27)
t = threading.Thread(target=main)
t.start()
t.join()
