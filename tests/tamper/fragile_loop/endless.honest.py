# Honest twin: prints a number of steps.
print(2 * int(input()))
