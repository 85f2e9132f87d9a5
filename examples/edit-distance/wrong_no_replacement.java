// Wrong: counts a replacement as a deletion and an insertion.
import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        String a = in.nextLine(), b = in.nextLine();
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) cost[i][j] = i + j;
                else if (a.charAt(i - 1) == b.charAt(j - 1)) cost[i][j] = cost[i - 1][j - 1];
                else cost[i][j] = 1 + Math.min(cost[i - 1][j], cost[i][j - 1]);
            }
        }
        System.out.println(cost[a.length()][b.length()]);
    }
}
