# Idiom on stdin (output): closes stderr before it answers.
import sys
n = int(input())
a = list(map(int, input().split()))
import os
os.close(2)
print(sum(a))
