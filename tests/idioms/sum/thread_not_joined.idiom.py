# Idiom on stdin (processes and threads): answers from a thread it doesn't join.
import sys
n = int(input())
a = list(map(int, input().split()))
import threading, time
def late():
    time.sleep(0.02)
    print(sum(a))
threading.Thread(target=late).start()
