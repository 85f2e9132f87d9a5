// Idiom on stdin (long integers): uses BigInteger.
import java.math.BigInteger;
import java.util.*;
public class Main { public static void main(String[] args) { System.out.println(new BigInteger(new Scanner(System.in).next()).add(BigInteger.ONE)); } }
