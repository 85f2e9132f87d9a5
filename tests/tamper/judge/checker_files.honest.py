# Honest twin: keeps a file of notes.
open("notes.txt", "w").write("x")
n = int(input())
print(1, n - 1)
