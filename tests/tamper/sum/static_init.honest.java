// Honest twin: has a static initialiser.
import java.util.Scanner;

public class Main {
    static int ready;
    static { ready = 1; }
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        long sum = 0;
        for (int n = in.nextInt(); n > 0; n--) sum += in.nextLong();
        System.out.println(sum);
    }
}
