"""The fields of samples.Samples and samples.TestSamples for what runs on a JVM, by .NET, and for rarer languages."""

CSHARP = "using System;\nclass P {{ static void Main(string[] a) {{ {} }} }}\n"
VERILOG = ("module tb;\n  integer a, b, n;\n  initial begin\n    n = $fscanf('h8000_0000, \"%d %d\", a, b);\n    {}\n"
           "    $finish;\n  end\nendmodule\n")

PROGRAMS = {
    "kotlin": {
        "sum": "fun main() {\n    val (a, b) = readLine()!!.split(\" \").map { it.toInt() }\n    println(a + b)\n}\n",
        "crash": "fun main() { println(listOf(1)[2]) }\n", "broken": "fun main() { val x: Int = \"x\" }\n",
        "hang": "fun main() { while (true) { } }\n", "compiled": True},
    "kotlin_script": {
        "sum": "val (a, b) = readLine()!!.split(\" \").map { it.toInt() }\nprintln(a + b)\n",
        "crash": "println(listOf(1)[2])\n", "broken": "val x: Int = \"x\"\n", "hang": "while (true) { }\n"},
    "scala": {
        "sum": "object Sum extends App {\n  val Array(a, b) = scala.io.StdIn.readLine().split(\" \").map(_.toInt)\n"
               "  println(a + b)\n}\n",
        "crash": "object Main { def main(a: Array[String]): Unit = println(List(1)(2)) }\n",
        "broken": "object Main { val x: Int = \"x\" }\n",
        "hang": "object Main { def main(a: Array[String]): Unit = while (true) {} }\n", "compiled": True},
    "clojure": {
        "sum": "(println (apply + (map #(Integer/parseInt %) (clojure.string/split (read-line) #\" \"))))\n",
        "crash": "(nth [1] 2)\n", "broken": "(println 1\n", "hang": "(loop [] (recur))\n"},
    "csharp": {
        "sum": CSHARP.format("var w = Console.ReadLine().Split(' '); Console.WriteLine(int.Parse(w[0]) + int.Parse(w[1]));"),
        "crash": CSHARP.format("Console.WriteLine(1 / a.Length);"),
        "broken": CSHARP.format("int x = \"x\";"), "hang": CSHARP.format("while (true) { }"), "compiled": True},
    "verilog": {
        "sum": VERILOG.format("$display(\"%0d\", a + b);"), "crash": VERILOG.format("$fatal(1, \"no\");"),
        "broken": VERILOG.format("undeclared = 1;"), "hang": VERILOG.format("while (1) a = 1;"), "compiled": True},
    "ada": {
        "sum": "with Ada.Integer_Text_IO, Ada.Text_IO; use Ada.Integer_Text_IO, Ada.Text_IO;\nprocedure Sum is\n"
               "   A, B : Integer;\nbegin\n   Get (A); Get (B); Put (A + B, Width => 0); New_Line;\nend Sum;\n",
        "crash": "procedure Main is\nbegin\n   raise Constraint_Error;\nend Main;\n",
        "broken": "procedure Main is\nbegin\n   X := 1;\nend Main;\n",
        "hang": "procedure Main is\nbegin\n   loop null; end loop;\nend Main;\n", "compiled": True},
    "elixir": {
        "sum": "IO.gets(\"\") |> String.split() |> Enum.map(&String.to_integer/1) |> Enum.sum() |> IO.puts()\n",
        "crash": "raise \"no\"\n", "broken": "IO.puts(\"x\"\n",
        "hang": "defmodule L do\n  def go(n), do: go(n + 1)\nend\nL.go(0)\n"},
    "haskell": {
        "sum": "main :: IO ()\nmain = interact (\\s -> show (sum (map read (words s) :: [Int])) ++ \"\\n\")\n",
        "crash": "main :: IO ()\nmain = print (head ([] :: [Int]))\n", "broken": "main = putStrLn 4\n",
        "hang": "main :: IO ()\nmain = go (0 :: Int) where go n = if n < 0 then print n else go ((n + 1) `mod` 7)\n",
        "compiled": True},
    "ocaml": {
        "sum": "let () = Scanf.scanf \"%d %d\" (fun a b -> print_int (a + b); print_newline ())\n",
        "crash": "let () = print_int (List.hd [])\n", "broken": "let () = print_endline 4\n",
        "hang": "let () = while true do () done\n", "compiled": True},
    "swift": {
        "sum": "let w = readLine()!.split(separator: \" \").map { Int($0)! }\nprint(w[0] + w[1])\n",
        "crash": "let a = [1]\nprint(a[a.count])\n", "broken": "let x: Int = \"x\"\n", "hang": "while true { }\n",
        "compiled": True},
    "julia": {
        "sum": "println(sum(parse.(Int, split(readline()))))\n", "crash": "error(\"no\")\n",
        "broken": "println(\"x\"\n", "hang": "while true end\n"},
}

JUNIT = ("import static org.junit.jupiter.api.Assertions.*;\nimport org.junit.jupiter.api.Test;\n"
         "class SumTest {{ @Test void sum() {{ {} }} }}\n")
TEST_RUNNERS = {
    "junit": {"passing": JUNIT.format("assertEquals(2, 1 + 1);"), "failing": JUNIT.format("assertEquals(3, 1 + 1);"),
              "broken": JUNIT.format("assertEquals(3, x);")},
}
