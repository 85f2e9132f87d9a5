"""Tests for some of AetherCode's checkers that ask the input, made by hand from what they read: of each a statement, and
inputs with two right outputs (the same where there is one).
"""

ANY = "If there are several answers, print any of them."

TESTS = {
    # n strings of k bits whose neighbours, in a circle, differ in a_i bits.
    "aethercode/60428": (ANY, [
        ("1\n2 3\n1 1\n", "YES\n000\n001\n", "YES\n111\n110\n"),
        ("1\n3 2\n1 1 2\n", "YES\n00\n01\n11\n", "YES\n11\n10\n00\n"),
        ("1\n2 2\n1 2\n", "NO\n", "NO\n"),
        ("2\n2 1\n1 1\n2 1\n0 1\n", "YES\n0\n1\nNO\n", "YES\n1\n0\nNO\n"),
        ("1\n4 2\n1 1 1 1\n", "YES\n00\n01\n11\n10\n", "YES\n00\n10\n11\n01\n"),
        ("1\n2 4\n4 4\n", "YES\n0000\n1111\n", "YES\n1010\n0101\n"),
    ]),
    # 3n intervals in n triples, those of a triple with a common point.
    "aethercode/60185": (ANY, [
        ("1\n1\n1 5\n2 6\n3 7\n", "Yes\n1 2 3\n", "Yes\n3 1 2\n"),
        ("1\n1\n1 2\n3 4\n5 6\n", "No\n", "No\n"),
        ("1\n2\n1 3\n10 13\n2 4\n11 14\n3 5\n12 15\n", "Yes\n1 3 5\n2 4 6\n", "Yes\n6 2 4\n5 3 1\n"),
        ("2\n1\n1 9\n2 8\n3 7\n1\n1 1\n2 2\n3 3\n", "Yes\n1 2 3\nNo\n", "Yes\n2 3 1\nNo\n"),
        ("1\n2\n1 2\n2 3\n2 4\n7 9\n8 9\n9 9\n", "Yes\n1 2 3\n4 5 6\n", "Yes\n4 6 5\n3 2 1\n"),
        ("1\n3\n1 2\n1 2\n1 2\n4 5\n4 5\n4 5\n7 8\n7 8\n7 8\n", "Yes\n1 2 3\n4 5 6\n7 8 9\n",
         "Yes\n9 8 7\n3 1 2\n5 6 4\n"),
    ]),
    # x and y with x + y <= k and the least sum of the h_i / x, rounded up, over y.
    "aethercode/60355": (ANY, [
        (f"{len(heights)} {k}\n{' '.join(map(str, heights))}\n", *(f"{x} {y}\n" for x, y in (best[0], best[-1])))
        for heights, k in (([5], 2), ([4, 4], 6), ([10, 3], 7), ([7, 9, 2], 12), ([1], 9), ([12, 12, 12], 10))
        for best in [[(x, y) for x in range(1, k) for y in range(1, k - x + 1)
                      if all(sum(-(-h // x) for h in heights) * b <= sum(-(-h // a) for h in heights) * y
                             for a in range(1, k) for b in range(1, k - a + 1))]]
    ]),
}
