# Idiom on stdin (names): stands under if __name__ == "__main__".
import sys
def main():
    input()
    print(sum(map(int, input().split())))
if __name__ == "__main__":
    main()
