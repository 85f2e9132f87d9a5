# Idiom on stdin (names): has an else branch at its main guard.
if __name__ != '__main__':
    raise ImportError
else:
    input()
    print(sum(map(int, input().split())))
