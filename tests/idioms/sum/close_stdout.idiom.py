# Idiom on stdin (output): closes stdout after the answer.
import sys
n = int(input())
a = list(map(int, input().split()))
print(sum(a))
sys.stdout.close()
