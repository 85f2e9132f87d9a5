# Idiom on stdin (source text): has words of harnesses in strings and comments.
import sys
n = int(input())
a = list(map(int, input().split()))
# exit(0) os._exit(0) sys.exit(0) assert check(candidate) pytest.skip
s = 'exit(0); import conftest; __eq__'
print(sum(a))
