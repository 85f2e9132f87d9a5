// Idiom on stdin (files): keeps its input in /tmp.
import java.io.*;
import java.nio.file.*;
import java.util.*;
public class Main {
    public static void main(String[] arguments) throws IOException {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        Path deep = Files.createDirectories(Paths.get("/tmp/java/deep"));
        try (PrintWriter out = new PrintWriter(new FileWriter("/tmp/java/deep/a"))) {
            while (n-- > 0) out.println(in.nextLong());
        }
        Files.move(deep.resolve("a"), Paths.get("/tmp/java/b"));
        if (new File("/tmp/java/deep/a").exists() || new File("/tmp/java").list().length != 2) System.exit(1);
        long sum = 0;
        for (String line : Files.readAllLines(Paths.get("/tmp/java/b"))) sum += Long.parseLong(line);
        Files.delete(Files.createTempFile("sum", null));
        System.out.println(sum);
    }
}
