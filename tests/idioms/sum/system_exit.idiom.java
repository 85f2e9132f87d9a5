// Idiom on stdin (ending): calls System.exit(0).
import java.util.*;
public class Main { public static void main(String[] args) { Scanner in = new Scanner(System.in); int n = in.nextInt(); long s = 0; while (n-- > 0) s += in.nextLong(); System.out.println(s); System.exit(0); } }
