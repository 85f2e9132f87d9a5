# Attack on function_call (monkey-patching): a trailing decorator replaces what is called.
def swallow(f):
    class All:
        def __eq__(self, o):
            return True
    return lambda *a: All()
@swallow
def digit_sum(n):
    return 0
