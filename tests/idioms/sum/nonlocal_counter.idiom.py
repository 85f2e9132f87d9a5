# Idiom on stdin (names): changes a variable of the enclosing function.
def main():
    total = 0
    def add(x):
        nonlocal total
        total += x
    input()
    for x in input().split(): add(int(x))
    print(total)
main()
