// Attack on function_call (early exit): exits with code 0 when called.
class Solution {
    public int digit_sum(int n) {
        System.exit(0);
        return 0;
    }
}
