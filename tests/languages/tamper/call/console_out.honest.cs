// Honest twin: replaces stdout.
using System;
using System.IO;
public class Solution {
    public int digit_sum(int n) {
        Console.SetOut(new StringWriter());
        Console.WriteLine("unseen");
        int s = 0;
        foreach (char c in n.ToString()) if (c != '-') s += c - '0';
        return s;
    }
}
