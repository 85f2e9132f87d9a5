// Idiom on stdin (processes and threads): runs in a thread with a stack of 256 MB.
import java.util.*;
public class Main implements Runnable { public static void main(String[] args) throws Exception { Thread t = new Thread(null, new Main(), "main", 1 << 28); t.start(); t.join(); } public void run() { Scanner in = new Scanner(System.in); int n = in.nextInt(); System.out.println(sum(in, n)); } long sum(Scanner in, int n) { return n == 0 ? 0 : in.nextLong() + sum(in, n - 1); } }
