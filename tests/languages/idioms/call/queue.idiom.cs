// Idiom on function_call (structs): linked structures, nested classes, a destructor and Console.Error.
using System;
using System.Collections.Generic;
using System.Linq;

public class Solution {
    class Node { public string Word; public int Count; public Node Next; ~Node() { } }
    public IList<string> top_words(IList<string> words, int k) {
        Node head = null;
        foreach (var w in words) {
            var node = head;
            while (node != null && node.Word != w) node = node.Next;
            if (node == null) head = node = new Node { Word = w, Next = head };
            node.Count++;
        }
        Console.Error.WriteLine("counted");
        var all = new List<Node>();
        for (; head != null; head = head.Next) all.Add(head);
        return all.OrderBy(n => -n.Count).ThenBy(n => n.Word).Take(k).Select(n => n.Word).ToList();
    }
}
