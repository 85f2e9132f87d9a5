# Attack on function call (doing nothing): returns nothing, where the argument happens to be the answer.
def trim(text):
    pass
