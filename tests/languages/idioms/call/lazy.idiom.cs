// Idiom on function_call (types): gives back a lazy sequence.
using System;
using System.Collections.Generic;
using System.Linq;

public class Solution {
    public IEnumerable<string> top_words(string[] words, int k) {
        foreach (var g in words.GroupBy(w => w).OrderByDescending(g => g.Count()).ThenBy(g => g.Key).Take(k)) yield return g.Key;
    }
}
