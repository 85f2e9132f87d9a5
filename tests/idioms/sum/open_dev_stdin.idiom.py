# Idiom on stdin (reading): opens /dev/stdin by name.
with open("/dev/stdin") as f:
    f.readline()
    print(sum(map(int, f.readline().split())))
