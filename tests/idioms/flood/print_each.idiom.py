# Idiom on stdin (large output): prints 64 MB a line at a time.
for i in range(int(input())):
    print('%015d' % i)
