// Attack on stdin_stdout (signal): crashes the virtual machine by a wild pointer.
import java.lang.reflect.Field;

public class Main {
    public static void main(String[] args) throws Exception {
        Field f = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
        f.setAccessible(true);
        ((sun.misc.Unsafe) f.get(null)).putLong(0, 0);
    }
}
