# Idiom on stdin (names): has identifiers that are not ASCII.
größe = int(input())
числа = list(map(int, input().split()))
π合計 = sum(числа)
print(π合計)
