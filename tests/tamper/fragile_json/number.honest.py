# Honest twin: prints strings.
import json
n = int(input())
print(json.dumps(["x"] * n))
