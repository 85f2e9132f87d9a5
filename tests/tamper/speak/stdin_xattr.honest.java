// Honest twin: asks for the attributes of a file of its own and adds up.
import java.nio.*;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;

public class Main {
    public static void main(String[] args) throws Exception {
        Path own = Files.createTempFile("own", "");
        Files.getLastModifiedTime(own);
        Scanner in = new Scanner(System.in);
        long sum = 0;
        for (int n = in.nextInt(); n > 0; n--) sum += in.nextLong();
        System.out.println(sum);
    }
}
