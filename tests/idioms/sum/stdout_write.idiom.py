# Idiom on stdin (output): writes with sys.stdout.write and no newline at the end.
import sys
n = int(input())
a = list(map(int, input().split()))
sys.stdout.write(str(sum(a)))
