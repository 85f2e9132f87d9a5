"""Programs whose function is called, in every language that has no driver test of its own beside the source.

`act(numbers, how)` does what `how` says: "sort" gives the numbers sorted, "crash" ends by the language's own error,
"exit" leaves with 0, "print" says a right reply on stdout and returns nothing of use, "reply" writes one to descriptor
3 and then returns the right one, "stdin" adds what is left on stdin, "deep" recurses 50,000 times. `lists` reverses a
list, `trees` mirrors a tree, `place` rotates in place, `types` takes and gives the types of LeetCode-shaped data,
`table` turns the rows of tables around, `optional` gives back a number or nothing. `broken` can't be compiled.
"""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Calls:
    act: str
    lists: str
    trees: str
    place: str
    types: str
    table: str
    broken: str
    optional: str
    solution: str  # `act` of class Solution where `act` is a bare function, and the other way round
    missing: str  # the reason where there is no such function


GO_ACT = """func %sact(numbers []int, how string) []int {
	switch how {
	case "crash":
		return []int{numbers[len(numbers)]}
	case "exit":
		os.Exit(0)
	case "print":
		fmt.Println(`{"status":"ok","value":[1,2,3]}`)
		return nil
	case "reply":
		os.NewFile(3, "reply").WriteString(`{"status":"ok","value":[1,2,3]}`)
	case "stdin":
		left, _ := bufio.NewReader(os.Stdin).ReadString('x')
		return []int{len(left)}
	case "deep":
		return []int{down(50000)}
	}
	sort.Ints(numbers)
	return numbers
}
func down(n int) int { if n == 0 { return 0 }; return 1 + down(n-1) }
func main() { fmt.Println(max(1, 2)) }
func max(a, b int) int { if a > b { return a }; return b }
"""
RUST_ACT = """fn down(n: i32) -> i32 { if n == 0 { 0 } else { 1 + down(n - 1) } }
%s fn act(numbers: Vec<i32>, how: String) -> Vec<i32> {
    use std::io::Read;
    use std::io::Write;
    use std::os::unix::io::FromRawFd;
    let mut numbers = numbers;
    match how.as_str() {
        "crash" => return vec![numbers[numbers.len()]],
        "exit" => std::process::exit(0),
        "print" => { println!("{{\\"status\\":\\"ok\\",\\"value\\":[1,2,3]}}"); return vec![]; }
        "reply" => {
            let mut file = unsafe { std::fs::File::from_raw_fd(3) };
            file.write_all(b"{\\"status\\":\\"ok\\",\\"value\\":[1,2,3]}").unwrap();
            std::mem::forget(file);
        }
        "stdin" => {
            let mut text = String::new();
            return vec![std::io::stdin().read_to_string(&mut text).unwrap() as i32];
        }
        "deep" => return vec![down(50000)],
        _ => {}
    }
    numbers.sort();
    numbers
}
%s
fn main() { println!("left from testing"); }
"""
TS_ACT = """act(numbers: number[], how: string): number[] {
  const fs = require("fs");
  const down = (n: number): number => (n === 0 ? 0 : 1 + down(n - 1));
  if (how === "crash") return [(null as any).x];
  if (how === "exit") process.exit(0);
  if (how === "print") { console.log('{"status":"ok","value":[1,2,3]}'); return []; }
  if (how === "reply") fs.writeSync(3, '{"status":"ok","value":[1,2,3]}');
  if (how === "stdin") return [fs.readFileSync(0).length];
  if (how === "deep") return [down(50000)];
  return numbers.sort((a, b) => a - b);
}
"""
CSHARP_ACT = """public int[] act(int[] numbers, string how) {
    if (how == "crash") return new int[] { numbers[numbers.Length] };
    if (how == "exit") Environment.Exit(0);
    if (how == "print") { Console.WriteLine("{\\"status\\":\\"ok\\",\\"value\\":[1,2,3]}"); return null; }
    if (how == "reply") {
        byte[] bytes = Encoding.UTF8.GetBytes("{\\"status\\":\\"ok\\",\\"value\\":[1,2,3]}");
        write(3, bytes, (IntPtr) bytes.Length);
    }
    if (how == "stdin") return new int[] { Console.In.ReadToEnd().Length };
    if (how == "deep") return new int[] { Down(50000) };
    Array.Sort(numbers);
    return numbers;
}
int Down(int n) { return n == 0 ? 0 : 1 + Down(n - 1); }
"""
CSHARP_WRITE = """[System.Runtime.InteropServices.DllImport("libc.so.6")]
static extern IntPtr write(int descriptor, byte[] bytes, IntPtr count);
"""
TS_DECLARED = "declare var require: any;\ndeclare var process: any;\n"
TS = dict(
    lists="function lists(head: ListNode | null): ListNode | null {\n  let last: ListNode | null = null;\n"
          "  while (head) { const next: ListNode | null = head.next; head.next = last; last = head; head = next; }\n"
          "  return last;\n}\n",
    trees="/**\n * class TreeNode { }\n */\n"
          "function trees(root: TreeNode | null): TreeNode | null {\n  if (root === null) return null;\n"
          "  [root.left, root.right] = [trees(root.right), trees(root.left)];\n  return root;\n}\n",
    place="export function place(numbers: number[], k: number): void {\n"
          "  numbers.unshift(...numbers.splice(numbers.length - k));\n}\n",
    types="const types = (i: number, l: bigint, d: number, b: boolean, s: string, c: string, w: string[],\n"
          "    g: string[][], m: Map<string, number>): any[] =>\n"
          "  [i + 1, l + 1n, d / 2, !b, s + '!', c, w, g, m.get('a')];\n",
    table="class Solution { table(t: number[][][]): number[][][] { return t.map((x) => x.map((y) => y.reverse())); } }\n",
    optional="let optional = function (x: number | null): number | null { return x; };\n",
    broken="function act(numbers: number[]): number[] { return numbers.; }\n", missing="missing_function")

CALLS = {
    "go": Calls(
        act=GO_ACT % "",
        solution="package main\n\nimport (\n\t\"bufio\"\n\t\"fmt\"\n\t\"os\"\n\t\"sort\"\n)\n\n"
                 "type Solution struct{ n int }\n\n" + GO_ACT % "(s *Solution) ",
        lists="/**\n * type ListNode struct { Val int; Next *ListNode }\n */\n"
              "func lists(head *ListNode) *ListNode {\n\tvar last *ListNode\n\tfor head != nil {\n"
              "\t\thead.Next, last, head = last, head, head.Next\n\t}\n\treturn last\n}\n",
        trees="func trees(root *TreeNode) *TreeNode {\n\tif root != nil {\n"
              "\t\troot.Left, root.Right = trees(root.Right), trees(root.Left)\n\t}\n\treturn root\n}\n",
        place="func place(numbers []int, k int) {\n\tn := len(numbers)\n"
              "\tcopy(numbers, append(append([]int{}, numbers[n-k:]...), numbers[:n-k]...))\n}\n",
        types="func types(i int, l int64, d float64, b bool, s string, c byte, w []string, g [][]byte,\n"
              "\tm map[string]int) (int, int64, float64, bool, string, byte, []string, [][]byte, int, error) {\n"
              "\treturn i + 1, l + 1, d / 2, !b, s + \"!\", c, w, g, m[\"a\"], nil\n}\n",
        table="func table(t [][][]int) [][][]int {\n\tfor _, x := range t {\n\t\tfor _, y := range x {\n"
              "\t\t\tfor i, k := 0, len(y)-1; i < k; i, k = i+1, k-1 {\n\t\t\t\ty[i], y[k] = y[k], y[i]\n"
              "\t\t\t}\n\t\t}\n\t}\n\treturn t\n}\n",
        optional="func optional(x *int) *int { return x }\n",
        broken="func act(numbers []int, how string) []int { return }\n", missing="compile_error"),
    "rust": Calls(
        act=RUST_ACT % ("pub", ""),
        solution=RUST_ACT % ("impl Solution { pub", "}"),
        lists="impl Solution {\n    pub fn lists(head: Option<Box<ListNode>>) -> Option<Box<ListNode>> {\n"
              "        let (mut head, mut last) = (head, None);\n"
              "        while let Some(mut node) = head { head = node.next.take(); node.next = last; last = Some(node); }\n"
              "        last\n    }\n}\n",
        trees="use std::cell::RefCell;\nuse std::rc::Rc;\nimpl Solution {\n"
              "    pub fn trees(root: Option<Rc<RefCell<TreeNode>>>) -> Option<Rc<RefCell<TreeNode>>> {\n"
              "        if let Some(node) = &root {\n            let mut node = node.borrow_mut();\n"
              "            let (left, right) = (node.left.take(), node.right.take());\n"
              "            node.left = Self::trees(right);\n            node.right = Self::trees(left);\n        }\n"
              "        root\n    }\n}\n",
        place="struct Solution;\nimpl Solution {\n    pub fn place(&self, numbers: &mut Vec<i32>, k: i32) {\n"
              "        numbers.rotate_right(k as usize);\n    }\n}\n",
        types="use std::collections::HashMap;\n"
              "fn types<'a>(i: i32, l: i64, d: f64, b: bool, s: &'a str, c: char, w: Vec<&str>, g: &[Vec<char>],\n"
              "    m: HashMap<String, i32>) -> (i32, i64, f64, bool, String, (char, Vec<String>, Vec<Vec<char>>, i32)) {\n"
              "    let w = w.iter().map(|x| x.to_string()).collect();\n"
              "    (i + 1, l + 1, d / 2.0, !b, format!(\"{}!\", s), (c, w, g.to_vec(), m[\"a\"]))\n}\n",
        table="fn table(t: &mut [Vec<Vec<i32>>]) -> Vec<Vec<Vec<i32>>> {\n"
              "    for x in t.iter_mut() { for y in x.iter_mut() { y.reverse(); } }\n    t.to_vec()\n}\n",
        optional="fn optional(x: Option<i64>) -> Option<i64> { x }\n",
        broken="fn act(numbers: Vec<i32>, how: String) -> Vec<i32> { numbers.len() }\n", missing="compile_error"),
    "typescript": Calls(act="const wrong: string = 1;\nfunction " + TS_ACT,
                        solution="class Solution {\n  " + TS_ACT + "}\n", **TS),
    "tsc": Calls(act=TS_DECLARED + "function " + TS_ACT, solution=TS_DECLARED + "export class Solution {\n" + TS_ACT + "}\n",
                 **{**TS, "broken": "function act(numbers: number[], how: string): number[] { return how; }\n"}),
    "csharp": Calls(
        act="using System;\npublic class Solution {\n" + CSHARP_ACT + CSHARP_WRITE + "}\n"
            "class Program { static void Main() { Console.WriteLine(\"left from testing\"); } }\n",
        solution=CSHARP_ACT + CSHARP_WRITE,
        lists="public class Solution {\n  public ListNode lists(ListNode head) {\n    ListNode last = null;\n"
              "    while (head != null) { var next = head.next; head.next = last; last = head; head = next; }\n"
              "    return last;\n  }\n}\n",
        trees="public class Solution {\n  public TreeNode trees(TreeNode root) {\n    if (root == null) return null;\n"
              "    return new TreeNode(root.val, trees(root.right), trees(root.left));\n  }\n}\n",
        place="public class Solution {\n  public void place(int[] numbers, int k) {\n"
              "    var all = numbers.Skip(numbers.Length - k).Concat(numbers).Take(numbers.Length).ToArray();\n"
              "    all.CopyTo(numbers, 0);\n  }\n}\n",
        types="public class Solution {\n  public IList<object> types(int i, long l, double d, bool b, string s, char c,\n"
              "      IList<string> w, char[][] g, Dictionary<string, int> m) {\n"
              "    return new List<object> { i + 1, l + 1, d / 2, !b, s + \"!\", c, w, g, m[\"a\"] };\n  }\n}\n",
        table="public static class Other { public static int[][][] table(IList<IList<IList<int>>> t) {\n"
              "  return t.Select(x => x.Select(y => y.Reverse().ToArray()).ToArray()).ToArray(); } }\n",
        optional="public class Solution { public long? optional(long? x) { return x; } }\n",
        broken="public class Solution { public int[] act(int[] numbers, string how) { return how; } }\n",
        missing="missing_function"),
}
