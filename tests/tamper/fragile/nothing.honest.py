# Honest twin: prints white space around its answer.
n = int(input())
print("  ", *range(n, 0, -1), "  ")
