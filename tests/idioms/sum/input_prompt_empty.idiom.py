# Idiom on stdin (reading): gives input() an empty prompt.
n = int(input(""))
print(sum(int(x) for x in input("").split()))
