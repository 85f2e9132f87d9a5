# Idiom on stdin (source text): ends without a newline.
import sys
n = int(input())
a = list(map(int, input().split()))
print(sum(a))#no newline