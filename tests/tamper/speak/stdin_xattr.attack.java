// Attack on stdin_stdout (next run): reads the attribute through the file system view of Java.
import java.nio.*;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;

public class Main {
    public static void main(String[] args) throws Exception {
        UserDefinedFileAttributeView view =
            Files.getFileAttributeView(Path.of("/proc/self/fd/0"), UserDefinedFileAttributeView.class);
        ByteBuffer text = ByteBuffer.allocate(32);
        view.read("java", text);
        System.out.println(new String(text.array(), 0, text.position()));
    }
}
