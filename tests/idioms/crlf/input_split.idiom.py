# Idiom on stdin (line ends): reads CRLF lines with input().
n = int(input())
print(sum(map(int, input().split())))
print(input())
