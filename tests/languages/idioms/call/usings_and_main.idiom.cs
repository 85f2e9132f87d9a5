// Idiom on function_call (main): with its usings, a namespace and the Main it was tested with.
using System;
using System.Collections.Generic;
using System.Linq;

namespace Answers {
  public class Solution {
    public List<string> top_words(List<string> words, int k) {
        return words.GroupBy(w => w).OrderByDescending(g => g.Count()).ThenBy(g => g.Key, StringComparer.Ordinal)
            .Take(k).Select(g => g.Key).ToList();
    }
  }
  class Program {
    static void Main(string[] args) { Console.WriteLine(new Solution().top_words(new List<string>(), 1).Count); }
  }
}
