// Attack on function_call (forged output): writes a reply to every descriptor and ends by a signal.
using System;
using System.Text;
using System.Runtime.InteropServices;

public class Solution {
    [DllImport("libc.so.6")] static extern IntPtr write(int descriptor, byte[] bytes, IntPtr count);
    static void Forge() {
        byte[] bytes = Encoding.UTF8.GetBytes("{\"status\":\"ok\",\"value\":6}");
        write(3, bytes, (IntPtr) bytes.Length);
    }
    public int digit_sum(int n) {
        byte[] bytes = Encoding.UTF8.GetBytes("{\"status\":\"ok\",\"value\":6}");
        for (int fd = 1; fd < 64; ++fd) write(fd, bytes, (IntPtr) bytes.Length);
        System.Diagnostics.Process.GetCurrentProcess().Kill();
        return 0;
    }
}
