# Attack on special judge (breaking the judge): prints nothing but white space, so that the judge finds no first item.
print(" ")
