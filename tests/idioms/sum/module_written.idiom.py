# Idiom on stdin (files): writes a module and imports it.
import sys
n = int(input())
a = list(map(int, input().split()))
with open('my_helper.py', 'w') as f:
    f.write('def total(a):\n    return sum(a)\n')
sys.path.insert(0, '.')
import my_helper
print(my_helper.total(a))
