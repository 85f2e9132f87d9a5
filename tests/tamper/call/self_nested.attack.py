# Attack on function_call (lying objects): returns a value that contains itself.
def digit_sum(n):
    a = []
    a.append(a)
    return a
