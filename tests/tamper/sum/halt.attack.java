// Attack on stdin_stdout (early exit): halts the virtual machine with code 0.
public class Main {
    public static void main(String[] args) { Runtime.getRuntime().halt(0); }
}
