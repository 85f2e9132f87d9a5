# Idiom on stdin (deep recursion): recurses through generators on a stack of its own.
from types import GeneratorType
def bootstrap(f, stack=[]):
    def wrapped(*args):
        if stack:
            return f(*args)
        to = f(*args)
        while True:
            if type(to) is GeneratorType:
                stack.append(to)
                to = next(to)
            else:
                stack.pop()
                if not stack:
                    return to
                to = stack[-1].send(to)
    return wrapped
@bootstrap
def f(n):
    if n == 0:
        yield 0
    else:
        yield n + (yield f(n - 1))
print(f(int(input())))
