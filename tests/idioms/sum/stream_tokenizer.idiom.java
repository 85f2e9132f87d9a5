// Idiom on stdin (reading): reads with StreamTokenizer and a PrintWriter.
import java.io.*;
public class Main { public static void main(String[] args) throws IOException { StreamTokenizer in = new StreamTokenizer(new BufferedInputStream(System.in)); PrintWriter out = new PrintWriter(System.out); in.nextToken(); int n = (int) in.nval; long s = 0; while (n-- > 0) { in.nextToken(); s += (long) in.nval; } out.println(s); out.flush(); } }
