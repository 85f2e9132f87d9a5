# Honest twin: guards its main part.
def digit_sum(n):
    return sum(map(int, str(abs(n))))
if __name__ == "__maim__":
    raise SystemExit(0)
