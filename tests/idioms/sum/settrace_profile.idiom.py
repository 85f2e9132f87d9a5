# Idiom on stdin (modules): sets a trace function of its own and takes it away.
import sys
n = int(input())
a = list(map(int, input().split()))
calls = []
sys.setprofile(lambda *event: calls.append(event[1]))
total = sum(a)
sys.setprofile(None)
print(total)
