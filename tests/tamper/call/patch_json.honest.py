# Honest twin: uses json for its own work.
import json
def digit_sum(n):
    return sum(map(int, json.loads(json.dumps(str(abs(n))))))
