# Idiom on stdin (names): has names that harnesses use for themselves.
code = result = output = expected = stdin = stdout = fn_name = inputs = tmp_sol = None
input()
result = sum(map(int, input().split()))
print(result)
