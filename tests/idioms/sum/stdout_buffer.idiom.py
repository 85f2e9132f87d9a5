# Idiom on stdin (output): writes bytes to sys.stdout.buffer.
import sys
n = int(input())
a = list(map(int, input().split()))
sys.stdout.buffer.write(str(sum(a)).encode())
