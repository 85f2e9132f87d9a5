// Idiom on function_call (plain): a method and nothing else.
public IList<string> top_words(string[] words, int k) {
        return words.GroupBy(w => w).OrderByDescending(g => g.Count()).ThenBy(g => g.Key, StringComparer.Ordinal)
            .Take(k).Select(g => g.Key).ToList();
}
