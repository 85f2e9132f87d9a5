# Idiom on stdin (ending): calls quit() at the end.
import sys
n = int(input())
a = list(map(int, input().split()))
print(sum(a))
quit()
