// Attack on function_call (early exit): ends the thread that called it, and another writes a reply.
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
        var caller = System.Threading.Thread.CurrentThread;
        var other = new System.Threading.Thread(() => { Forge(); caller.Abort(); });
        other.Start();
        other.Join();
        System.Threading.Thread.Sleep(1000);
        return -1;
    }
}
