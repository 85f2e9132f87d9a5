// Attack on stdin_stdout (early exit): exits in a static initialiser.
public class Main {
    static { System.exit(0); }
    public static void main(String[] args) {}
}
