import java.util.*;
import java.util.stream.*;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in).useLocale(Locale.ROOT);
        double[] values = IntStream.range(0, in.nextInt()).mapToDouble(i -> in.nextDouble()).toArray();
        double mean = Arrays.stream(values).average().orElse(0);
        double variance = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).average().orElse(0);
        System.out.println(mean + " " + Math.sqrt(variance));
    }
}
