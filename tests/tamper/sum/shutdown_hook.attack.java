// Attack on stdin_stdout (threads and exit handlers): prints guesses from a shutdown hook.
public class Main {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("6\n5\n100\n-4")));
        System.exit(0);
    }
}
