# Attack on special judge (breaking the judge): prints a number that no int holds.
echo 1 2 99999999999999999999
