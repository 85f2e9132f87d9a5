// Honest twin: prints when called.
class Solution {
    public int digit_sum(int n) {
        int s = 0;
        System.out.println("called");
        for (n = Math.abs(n); n > 0; n /= 10) s += n % 10;
        return s;
    }
}
