# Idiom on stdin (source text): has blocks of different depths.
def main():
  n = int(input())
  if n:
        print(sum(map(int, input().split())))
if 1:
 main()
