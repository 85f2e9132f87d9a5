# Idiom on stdin (ending): ends with sys.exit(main()) where main returns None.
import sys
n = int(input())
a = list(map(int, input().split()))
def main():
    print(sum(a))
if __name__ == '__main__':
    sys.exit(main())
