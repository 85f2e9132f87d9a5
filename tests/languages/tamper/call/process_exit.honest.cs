// Honest twin: has a handler for the end of the process.
using System;
using System.Text;
using System.Runtime.InteropServices;

public class Solution {
    public int digit_sum(int n) {
        AppDomain.CurrentDomain.ProcessExit += (o, e) => Console.WriteLine("bye");
        int s = 0;
        foreach (char c in n.ToString()) if (c != '-') s += c - '0';
        return s;
    }
}
