// Honest twin: prints the answer from a shutdown hook.
import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        long sum = 0;
        for (int n = in.nextInt(); n > 0; n--) sum += in.nextLong();
        final long result = sum;
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(result)));
    }
}
