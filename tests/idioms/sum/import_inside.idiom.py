# Idiom on stdin (names): imports inside a function.
def main():
    import sys, math
    from functools import reduce
    data = sys.stdin.read().split()
    print(reduce(lambda x, y: x + y, map(int, data[1:])))
main()
