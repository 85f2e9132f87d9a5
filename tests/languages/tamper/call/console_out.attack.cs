// Attack on function_call (monkey-patching): replaces stdout, stderr and their encodings.
using System;
using System.IO;
using System.Text;

class Liar : TextWriter {
    public override Encoding Encoding { get { return Encoding.UTF8; } }
    public override void Flush() { Environment.Exit(0); }
}
public class Solution {
    public int digit_sum(int n) {
        Console.SetOut(new Liar()); Console.SetError(new Liar());
        return -1;
    }
}
