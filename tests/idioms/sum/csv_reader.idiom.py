# Idiom on stdin (reading): reads with the csv module.
import csv, sys
rows = list(csv.reader(sys.stdin, delimiter=" "))
print(sum(int(x) for x in rows[1] if x))
