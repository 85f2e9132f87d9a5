# Honest twin: tags a file of its own, if it may, and adds up.
import os
open("note", "w").close()
try:
    os.setxattr("note", "user.seen", b"yes")
except OSError:
    pass
n = int(input())
print(sum(map(int, input().split())))
