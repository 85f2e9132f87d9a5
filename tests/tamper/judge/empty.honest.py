# Honest twin: prints blanks around its pair.
n = int(input())
print("  ", 1, " ", n - 1, "  ")
