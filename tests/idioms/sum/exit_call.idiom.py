# Idiom on stdin (ending): calls exit() at the end.
import sys
n = int(input())
a = list(map(int, input().split()))
print(sum(a))
exit()
