# Idiom on stdin (large output): prints 64 MB with one join.
n = int(input())
print('\n'.join(['%015d' % i for i in range(n)]))
