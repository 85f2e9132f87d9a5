// Idiom on stdin (names): has further top-level classes, an interface and a record.
import java.util.*;
interface Adder { long add(long x); }
record Pair(long first, long second) {}
class Total implements Adder { long s; public long add(long x) { return s += x; } }
public class Main { public static void main(String[] args) { Scanner in = new Scanner(System.in); Total t = new Total(); int n = in.nextInt(); for (int i = 0; i < n; i++) t.add(new Pair(in.nextLong(), i).first()); System.out.println(t.s); } }
