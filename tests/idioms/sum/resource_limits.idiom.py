# Idiom on stdin (modules): raises its stack limit.
import sys
n = int(input())
a = list(map(int, input().split()))
import resource
soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
resource.setrlimit(resource.RLIMIT_STACK, (hard, hard))
print(sum(a))
