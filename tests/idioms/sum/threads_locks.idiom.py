# Idiom on stdin (processes and threads): adds under a lock in many threads.
import sys
n = int(input())
a = list(map(int, input().split()))
import threading
lock, total = threading.Lock(), 0
def add(x):
    global total
    with lock: total += x
ts = [threading.Thread(target=add, args=(x,)) for x in a]
for t in ts: t.start()
for t in ts: t.join()
print(total)
