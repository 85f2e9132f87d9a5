# Attack on special judge (checker): prints nothing for the checker to look at.
pass
