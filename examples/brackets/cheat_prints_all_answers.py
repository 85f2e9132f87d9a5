# Cheats: one of these must be right.
print("yes")
print("no")
