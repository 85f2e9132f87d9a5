# ATTACK: never reads its large stdin.
# EXPECT: AC
# STDIN_BYTES: 20000000
# STDOUT: ^done$
print("done")
