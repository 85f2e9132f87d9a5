// Honest twin: prints a line that looks like a reply.
public class Solution {
    public int digit_sum(int n) {
        System.Console.WriteLine("{\"status\":\"ok\",\"value\":6}");
        int s = 0;
        foreach (char c in n.ToString()) if (c != '-') s += c - '0';
        return s;
    }
}
