# Idiom on stdin (reading): reads single characters.
import sys
word, numbers = "", []
while True:
    c = sys.stdin.read(1)
    if c and not c.isspace():
        word += c
    elif word:
        numbers.append(int(word))
        word = ""
    if not c:
        break
print(sum(numbers[1:]))
