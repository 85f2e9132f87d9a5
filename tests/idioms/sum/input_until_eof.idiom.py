# Idiom on stdin (reading): calls input() until EOFError.
tokens = []
while True:
    try:
        tokens += input().split()
    except EOFError:
        break
print(sum(map(int, tokens[1:])))
