# Honest twin: asks for the attributes of a file of its own.
import os
open("own", "w").close()
try:
    os.listxattr("own")
except OSError:
    pass
n = int(input())
print(sum(map(int, input().split())))
