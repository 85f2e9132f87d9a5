# Idiom on stdin (reading): unpacks the lines of open(0).
n, a = open(0)
print(sum(map(int, a.split())))
