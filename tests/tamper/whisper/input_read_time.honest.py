# Honest twin: looks at its input from outside and adds up.
import os, stat
assert not stat.S_ISDIR(os.fstat(0).st_mode)
n = int(input())
print(sum(map(int, input().split())))
