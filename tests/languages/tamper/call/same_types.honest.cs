// Honest twin: defines types with the names of libraries.
class Console { public static void WriteLine(string s) { } }
class Encoding { }
class StringBuilder { }
class Stack { }
public class Solution {
    public int digit_sum(int n) {
        Console.WriteLine("x");
        int s = 0;
        foreach (char c in n.ToString()) if (c != '-') s += c - '0';
        return s;
    }
}
