// Honest twin: works in another thread.
using System.Threading;
public class Solution {
    public int digit_sum(int n) {
        int sum = 0;
        var other = new Thread(() => { foreach (char c in n.ToString()) if (c != '-') sum += c - '0'; });
        other.Start();
        other.Join();
        return sum;
    }
}
