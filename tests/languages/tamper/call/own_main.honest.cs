// Honest twin: brings the Main it was tested with.
using System;

class Program {
    static void Main(string[] args) { Console.WriteLine(new Solution().digit_sum(12)); }
}
public class Solution {
    public int digit_sum(int n) {
        int s = 0;
        foreach (char c in n.ToString()) if (c != '-') s += c - '0';
        return s;
    }
}
