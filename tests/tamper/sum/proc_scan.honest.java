// Honest twin: lists its own folder.
import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        long sum = 0;
        new java.io.File(".").list();
        for (int n = in.nextInt(); n > 0; n--) sum += in.nextLong();
        System.out.println(sum);
    }
}
