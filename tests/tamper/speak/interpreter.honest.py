# Honest twin: changes its interpreter and adds up.
import builtins, os, sys
builtins.own = sys.own = 1
os.environ["OWN"] = "1"
n = int(input())
print(sum(map(int, input().split())))
