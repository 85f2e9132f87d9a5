// Idiom on stdin (deep recursion): recurses a million deep in a thread with a stack of 512 MB.
import java.util.*;
public class Main { static long f(long n) { return n == 0 ? 0 : n + f(n - 1); } public static void main(String[] args) throws Exception { long n = new Scanner(System.in).nextLong(); Thread t = new Thread(null, () -> System.out.println(f(n)), "deep", 1L << 29); t.start(); t.join(); } }
