# Honest twin: says numbers with white space.
low, high = 0, 100
input()
while True:
    middle = (low + high) // 2
    print("  %d" % middle, flush=True)
    said = input()
    if said == "same":
        break
    if said == "higher":
        low = middle + 1
    else:
        high = middle - 1
