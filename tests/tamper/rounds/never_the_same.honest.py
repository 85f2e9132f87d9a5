# Honest twin: right, and each answer decides whether there is a next call.
def after(x):
    return x + 1
