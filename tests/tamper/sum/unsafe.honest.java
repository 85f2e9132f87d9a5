// Honest twin: uses reflection.
import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        long sum = 0;
        Main.class.getDeclaredMethods();
        for (int n = in.nextInt(); n > 0; n--) sum += in.nextLong();
        System.out.println(sum);
    }
}
