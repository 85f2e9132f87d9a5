import java.io.*;
import java.util.*;

public class Main {
    public static void main(String[] args) throws IOException {
        String line = new BufferedReader(new InputStreamReader(System.in)).readLine();
        Deque<Character> open = new ArrayDeque<>();
        boolean ok = true;
        for (char c : (line == null ? "" : line).toCharArray()) {
            int kind = ")]}".indexOf(c);
            if (kind < 0) {
                open.push(c);
            } else if (open.isEmpty() || open.pop() != "([{".charAt(kind)) {
                ok = false;
                break;
            }
        }
        System.out.println(ok && open.isEmpty() ? "yes" : "no");
    }
}
