// Honest twin: goes through a part of a sequence without an end.
using System.Collections.Generic;
using System.Linq;
public class Solution {
    IEnumerable<int> All() { for (int i = 0; ; ++i) yield return i; }
    public int digit_sum(int n) {
        return n.ToString().Where(char.IsDigit).Sum(c => All().First(i => i == c - '0'));
    }
}
