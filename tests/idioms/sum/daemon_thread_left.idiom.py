# Idiom on stdin (ending): ends while a daemon thread still sleeps.
import sys
n = int(input())
a = list(map(int, input().split()))
import threading, time
threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
print(sum(a))
