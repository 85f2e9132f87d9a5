// Honest twin: looks at its stack.
class Solution {
    public int digit_sum(int n) {
        int s = 0;
        Thread.currentThread().getStackTrace();
        for (n = Math.abs(n); n > 0; n /= 10) s += n % 10;
        return s;
    }
}
