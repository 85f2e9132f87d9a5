// Honest twin: reads its command line.
public class Solution {
    public int digit_sum(int n) {
        if (System.Environment.CommandLine == null) return -1;
        int s = 0;
        foreach (char c in n.ToString()) if (c != '-') s += c - '0';
        return s;
    }
}
