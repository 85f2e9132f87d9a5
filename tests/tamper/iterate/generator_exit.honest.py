# Honest twin: closes a generator of its own.
def each(values):
    try:
        yield from values
    except GeneratorExit:
        return
def total(values):
    generator = each(values)
    result = sum(generator)
    generator.close()
    return result
