// Idiom on function_call (structs): sorts by a comparer of its own, with an interface, properties and an enum.
using System;
using System.Collections.Generic;
using System.Linq;

interface ICounter { int Count(string word); }
enum Order { Down, Up }
class Counter : ICounter, IComparer<string> {
    readonly Dictionary<string, int> counts = new Dictionary<string, int>();
    public Order Order { get; set; } = Order.Down;
    public void Add(string w) => counts[w] = Count(w) + 1;
    public int Count(string w) => counts.ContainsKey(w) ? counts[w] : 0;
    public IEnumerable<string> Words => counts.Keys;
    public int Compare(string a, string b) {
        int c = Count(b).CompareTo(Count(a));
        return c != 0 ? c : string.CompareOrdinal(a, b);
    }
}
public class Solution {
    private Counter counter = new Counter();
    public IList<string> top_words(string[] words, int k) {
        foreach (string w in words) counter.Add(w);
        var all = counter.Words.ToList();
        all.Sort(counter);
        if (all.Count > k) all.RemoveRange(k, all.Count - k);
        return all;
    }
}
