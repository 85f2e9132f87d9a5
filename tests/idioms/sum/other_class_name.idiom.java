// Idiom on stdin (names): has a public class that isn't called Main.
import java.io.*;
import java.util.*;
public class SumOfNumbers { static class Helper { long total; } public static void main(String[] args) throws Exception { BufferedReader br = new BufferedReader(new InputStreamReader(System.in)); br.readLine(); StringTokenizer st = new StringTokenizer(br.readLine()); Helper h = new Helper(); while (st.hasMoreTokens()) h.total += Long.parseLong(st.nextToken()); System.out.print(h.total); } }
