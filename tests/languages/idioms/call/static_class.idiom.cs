// Idiom on function_call (class): a static method of a static class of another name.
using System;
using System.Collections.Generic;
using System.Linq;

public static class Words {
    public static string[] top_words(IEnumerable<string> words, int k) {
        return words.GroupBy(w => w).OrderByDescending(g => g.Count()).ThenBy(g => g.Key, StringComparer.Ordinal)
            .Take(k).Select(g => g.Key).ToArray();
    }
}
