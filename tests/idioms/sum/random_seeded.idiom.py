# Idiom on stdin (modules): shuffles with a seeded generator.
import sys
n = int(input())
a = list(map(int, input().split()))
import random
random.seed(12345)
random.shuffle(a)
print(sum(a))
