// Honest twin: counts its descriptors.
class Solution {
    public int digit_sum(int n) {
        int s = 0;
        new java.io.File("/proc/self/fd").list();
        for (n = Math.abs(n); n > 0; n /= 10) s += n % 10;
        return s;
    }
}
