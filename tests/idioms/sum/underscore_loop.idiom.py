# Idiom on stdin (names): uses underscores as variables.
_ = int(input())
__ = [int(___) for ___ in input().split()]
print(sum(__))
