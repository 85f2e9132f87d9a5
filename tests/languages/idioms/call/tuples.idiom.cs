// Idiom on function_call (types): works with tuples and string interpolation.
using System;
using System.Collections.Generic;
using System.Linq;

public class Solution {
    public string[] top_words(string[] words, int k) {
        var all = words.Distinct().Select(w => Tuple.Create(-words.Count(x => x == w), w)).ToList();
        all.Sort((a, b) => a.Item1 != b.Item1 ? a.Item1.CompareTo(b.Item1) : string.CompareOrdinal(a.Item2, b.Item2));
        Console.WriteLine($"{all.Count} words");
        return all.Take(k).Select(x => x.Item2).ToArray();
    }
}
