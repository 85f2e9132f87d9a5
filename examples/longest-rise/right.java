import java.util.*;

class Solution {
    public int longest_rise(int[] values) {
        int[] tails = new int[values.length];
        int length = 0;
        for (int value : values) {
            int at = Arrays.binarySearch(tails, 0, length, value);
            if (at < 0) at = -at - 1;
            tails[at] = value;
            if (at == length) length++;
        }
        return length;
    }
}
