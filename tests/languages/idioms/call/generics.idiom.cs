// Idiom on function_call (generics): generic helpers, a struct and an extension method.
using System;
using System.Collections.Generic;
using System.Linq;

public struct Pair<T> where T : IComparable<T> {
    public T Key;
    public int Count;
}
public static class Extensions {
    public static List<Pair<T>> Counted<T>(this IEnumerable<T> items) where T : IComparable<T> {
        var counts = new SortedDictionary<T, int>();
        foreach (T x in items) { int n; counts.TryGetValue(x, out n); counts[x] = n + 1; }
        return counts.Select(p => new Pair<T> { Key = p.Key, Count = p.Value }).ToList();
    }
}
public class Solution {
    public IList<string> top_words(IList<string> words, int k) {
        return words.Counted().OrderByDescending(p => p.Count).ThenBy(p => p.Key).Take(k).Select(p => p.Key).ToList();
    }
}
