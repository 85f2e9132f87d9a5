// Honest twin: returns a number in an object.
public class Solution {
    public object digit_sum(int n) {
        int s = 0;
        foreach (char c in n.ToString()) if (c != '-') s += c - '0';
        return s;
    }
}
