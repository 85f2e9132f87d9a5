# Idiom on stdin (names): uses sum, list, max, id and str as variables.
n = int(input())
list = input().split()
sum = max = id = 0
for str in list:
    sum += int(str)
print(sum)
