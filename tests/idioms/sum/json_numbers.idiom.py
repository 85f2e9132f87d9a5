# Idiom on stdin (reading): turns its input into JSON text.
import json, sys
data = sys.stdin.read().split()
print(sum(json.loads("[" + ",".join(data[1:]) + "]")))
