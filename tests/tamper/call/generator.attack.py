# Attack on function_call (lying objects): returns an endless generator.
def digit_sum(n):
    while True:
        yield 6
