# Idiom on stdin (reading): reads through the fileinput module.
import fileinput
lines = [line.rstrip() for line in fileinput.input()]
print(sum(map(int, lines[1].split())))
