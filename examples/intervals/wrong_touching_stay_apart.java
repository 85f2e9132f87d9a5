// Wrong: intervals that share only an end point are not joined.
import java.util.*;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        long[][] intervals = new long[n][2];
        for (long[] interval : intervals) {
            interval[0] = in.nextLong();
            interval[1] = in.nextLong();
        }
        Arrays.sort(intervals, Comparator.comparingLong((long[] i) -> i[0]).thenComparingLong(i -> i[1]));
        for (int i = 0; i < n; ) {
            long first = intervals[i][0], last = intervals[i++][1];
            while (i < n && intervals[i][0] < last) last = Math.max(last, intervals[i++][1]);
            System.out.println(first + " " + last);
        }
    }
}
