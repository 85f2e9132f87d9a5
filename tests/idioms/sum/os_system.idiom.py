# Idiom on stdin (processes and threads): prints through os.system.
import sys
n = int(input())
a = list(map(int, input().split()))
import os
os.system('printf "%%d\\n" %d' % sum(a))
