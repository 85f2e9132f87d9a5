# Honest twin: makes files, looks at their numbers and adds up.
import os
for i in range(50):
    open("f%d" % i, "w").close()
assert len({os.stat("f%d" % i).st_ino for i in range(50)}) == 50
n = int(input())
print(sum(map(int, input().split())))
