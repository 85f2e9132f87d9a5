import sys

PARTNER = {")": "(", "]": "[", "}": "{"}


def balanced(text):
    stack = []
    for char in text:
        if char in PARTNER:
            if not stack or stack.pop() != PARTNER[char]:
                return False
        else:
            stack.append(char)
    return not stack


print("yes" if balanced(sys.stdin.readline().strip()) else "no")
