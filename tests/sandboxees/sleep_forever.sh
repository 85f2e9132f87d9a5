# ATTACK: uses no CPU time and never ends.
# EXPECT: TLE
sleep 1000000
