# Idiom on stdin (processes and threads): restores the default action of SIGPIPE.
from signal import signal, SIGPIPE, SIG_DFL
signal(SIGPIPE, SIG_DFL)
import sys
n = int(input())
a = list(map(int, input().split()))
print(sum(a))
