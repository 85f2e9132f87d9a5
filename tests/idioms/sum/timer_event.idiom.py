# Idiom on stdin (processes and threads): waits for an event that a timer sets.
import sys
n = int(input())
a = list(map(int, input().split()))
import threading
ready = threading.Event()
threading.Timer(0.01, ready.set).start()
ready.wait()
print(sum(a))
