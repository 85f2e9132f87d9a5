# Idiom on stdin (output): chats on stderr, a lot.
import sys
n = int(input())
a = list(map(int, input().split()))
for i in range(2000):
    print('debug', i, a, file=sys.stderr)
print(sum(a))
