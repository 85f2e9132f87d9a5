# Idiom on stdin (source text): has comments and strings in many scripts.
import sys
n = int(input())
a = list(map(int, input().split()))
s = 'ответ答案🎉é'
assert len(s) == 9  # 🎉 одно
print(sum(a))
