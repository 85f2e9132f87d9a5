// Honest twin: looks at its own type.
public class Solution {
    public int digit_sum(int n) {
        if (GetType().Name != "Solution") return -1;
        int s = 0;
        foreach (char c in n.ToString()) if (c != '-') s += c - '0';
        return s;
    }
}
