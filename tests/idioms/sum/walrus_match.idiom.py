# Idiom on stdin (modules): uses the walrus operator and match.
total = 0
lines = []
try:
    while (line := input()) is not None:
        lines.append(line.split())
except EOFError:
    pass
for tokens in lines[1:]:
    match tokens:
        case [x, *rest]:
            total += int(x) + sum(map(int, rest))
        case []:
            pass
print(total)
