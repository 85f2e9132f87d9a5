# Idiom on stdin (names): defines candidate, entry_point and METADATA.
METADATA = {}
entry_point = 'candidate'
def candidate(a): return sum(a)
input()
print(globals()[entry_point](map(int, input().split())))
