# Honest twin: prints a permutation from the shell.
read -r n
seq $n -1 1
