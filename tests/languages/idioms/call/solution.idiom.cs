// Idiom on function_call (class): a method of Solution.
public class Solution {
    public IList<string> top_words(string[] words, int k) {
        return words.GroupBy(w => w).OrderByDescending(g => g.Count()).ThenBy(g => g.Key, StringComparer.Ordinal)
            .Take(k).Select(g => g.Key).ToList();
    }
}
