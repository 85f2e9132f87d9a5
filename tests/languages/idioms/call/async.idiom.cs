// Idiom on function_call (async): an async method.
using System;
using System.Collections.Generic;
using System.Linq;

using System.Threading.Tasks;

public class Solution {
    public async Task<IList<string>> top_words(string[] words, int k) {
        await Task.Delay(1);
        return words.GroupBy(w => w).OrderByDescending(g => g.Count()).ThenBy(g => g.Key, StringComparer.Ordinal)
            .Take(k).Select(g => g.Key).ToList();
    }
}
