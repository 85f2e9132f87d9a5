# Idiom on stdin (files): talks to a thread through a named pipe.
import sys
n = int(input())
a = list(map(int, input().split()))
import os, threading
os.mkfifo('pipe')
def say():
    with open('pipe', 'w') as f: f.write(str(sum(a)))
threading.Thread(target=say).start()
print(open('pipe').read())
