# Idiom on stdin (reading): reads in a thread and hands lines over a queue.
import queue, sys, threading
lines = queue.Queue()
def read():
    for line in sys.stdin:
        lines.put(line)
    lines.put(None)
threading.Thread(target=read).start()
tokens = []
while (line := lines.get()) is not None:
    tokens += line.split()
print(sum(map(int, tokens[1:])))
