# Honest twin: strips.
def trim(text):
    return text.strip()
