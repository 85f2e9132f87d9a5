// Attack on function_call (lying value): returns a sequence without an end.
using System.Collections.Generic;
public class Solution {
    public IEnumerable<int> digit_sum(int n) { while (true) yield return 6; }
}
