# Idiom on stdin (source text): is one expression.
(lambda d: print(sum(map(int, d[1:]))))(__import__('sys').stdin.read().split())
