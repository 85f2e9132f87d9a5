# Idiom on stdin (reading): shadows input with stdin.readline.
from sys import stdin, stdout
input = stdin.readline
print = stdout.write
n = int(input())
print(str(sum(map(int, input().split()))) + "\n")
