# Honest twin: writes to a device and adds up.
with open("/dev/null", "w") as nowhere:
    nowhere.write("x")
n = int(input())
print(sum(map(int, input().split())))
