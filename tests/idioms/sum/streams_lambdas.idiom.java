// Idiom on stdin (modules): adds with streams and lambdas.
import java.io.*;
import java.util.*;
import java.util.stream.*;
public class Main { public static void main(String[] args) throws IOException { var lines = new BufferedReader(new InputStreamReader(System.in)).lines().collect(Collectors.toList()); System.out.println(Arrays.stream(lines.get(1).trim().split(" +")).mapToLong(Long::parseLong).sum()); } }
