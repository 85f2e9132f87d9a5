# Idiom on stdin (ending): raises SystemExit(0) in a function.
import sys
n = int(input())
a = list(map(int, input().split()))
def main():
    print(sum(a))
    raise SystemExit(0)
main()
