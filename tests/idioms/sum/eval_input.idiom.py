# Idiom on stdin (reading): evaluates its input as an expression.
n = eval(input())
print(eval("+".join("(%s)" % x for x in input().split())))
