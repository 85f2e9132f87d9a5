// JSON to plain objects, and any object to JSON; the wire format of docs/internals/drivers.md.
namespace AssayInternal {
  using System;
  using System.Collections;
  using System.Collections.Generic;
  using System.Globalization;
  using System.Linq;
  using System.Numerics;
  using System.Text;

  class Malformed : Exception {
    internal Malformed(string message) : base(message) {}
  }

  // A number as it was written: the parameter's type decides what it becomes.
  class Number {
    internal readonly string Text;
    internal Number(string text) { Text = text; }
    internal bool IsPlain { get { return Text.IndexOfAny(new[] {'.', 'e', 'E'}) < 0; } }
  }

  class AssayJson {
    // ---- in ----

    readonly string text;
    int at;

    AssayJson(string text) { this.text = text; }

    // List<object>, Dictionary<object, object>, string, Number, bool, double (for NaN and
    // infinities) or null.
    internal static object Parse(string text) {
      var parser = new AssayJson(text);
      object value = parser.ReadValue();
      parser.Skip();
      if (parser.at != text.Length) throw new Malformed("stdin holds more than one JSON value");
      return value;
    }

    Malformed Bad() { return new Malformed("stdin is not JSON at " + at); }

    void Skip() {
      while (at < text.Length && " \n\t\r".IndexOf(text[at]) >= 0) ++at;
    }

    bool Accept(char c) {
      Skip();
      if (at >= text.Length || text[at] != c) return false;
      ++at;
      return true;
    }

    bool AcceptWord(string word) {
      if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0) return false;
      at += word.Length;
      return true;
    }

    object ReadValue() {
      Skip();
      if (at >= text.Length) throw Bad();
      if (text[at] == '"') return ReadString();
      if (text[at] == '[') return ReadArray();
      if (text[at] == '{') return ReadObject();
      if (AcceptWord("true")) return true;
      if (AcceptWord("false")) return false;
      if (AcceptWord("null")) return null;
      if (AcceptWord("NaN")) return double.NaN;
      if (AcceptWord("Infinity")) return double.PositiveInfinity;
      if (AcceptWord("-Infinity")) return double.NegativeInfinity;
      int start = at;
      while (at < text.Length && "+-.0123456789eE".IndexOf(text[at]) >= 0) ++at;
      if (at == start) throw Bad();
      return new Number(text.Substring(start, at - start));
    }

    List<object> ReadArray() {
      ++at;
      var items = new List<object>();
      if (Accept(']')) return items;
      do {
        items.Add(ReadValue());
      } while (Accept(','));
      if (!Accept(']')) throw Bad();
      return items;
    }

    object ReadObject() {
      ++at;
      var members = new Dictionary<object, object>();
      if (Accept('}')) return members;
      do {
        Skip();
        if (at >= text.Length || text[at] != '"') throw Bad();
        string name = ReadString();
        if (!Accept(':')) throw Bad();
        members[name] = ReadValue();
      } while (Accept(','));
      if (!Accept('}')) throw Bad();
      return Untag(members);
    }

    static object Untag(Dictionary<object, object> members) {
      if (members.Count != 1) return members;
      var only = members.First();
      switch ((string) only.Key) {
        case "$float":
          return (only.Value as string) == "nan" ? double.NaN
              : (only.Value as string) == "inf" ? double.PositiveInfinity : double.NegativeInfinity;
        case "$set":
          return only.Value;
        case "$dict":
          var map = new Dictionary<object, object>();
          foreach (List<object> pair in (List<object>) only.Value) map[pair[0]] = pair[1];
          return map;
        case "$decimal":
          return new Number((string) only.Value);
        default:
          return members;
      }
    }

    string ReadString() {
      ++at;
      var found = new StringBuilder();
      for (;;) {
        if (at >= text.Length) throw Bad();
        char c = text[at++];
        if (c == '"') return found.ToString();
        if (c != '\\') {
          found.Append(c);
          continue;
        }
        if (at >= text.Length) throw Bad();
        c = text[at++];
        int plain = "nrtbf".IndexOf(c);
        if (plain >= 0) {
          found.Append("\n\r\t\b\f"[plain]);
        } else if (c == 'u') {
          ushort code;
          if (at + 4 > text.Length || !ushort.TryParse(text.Substring(at, 4),
              NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out code)) {
            throw Bad();
          }
          found.Append((char) code);
          at += 4;
        } else {
          found.Append(c);
        }
      }
    }

    // ---- out ----

    internal class Writer {
      // As deep as values are compared, and some more: a value within itself ends here.
      const int MaxDepth = 600;

      internal readonly StringBuilder Out = new StringBuilder();
      int depth;

      // An absent node is an empty list or tree where the type says that it is one.
      internal void WriteOrEmpty(object x, Type type) {
        if (x == null && Nodes.IsNode(type)) {
          Out.Append("[]");
        } else {
          Write(x);
        }
      }

      internal void Write(object x) {
        if (x == null) {
          Out.Append("null");
        } else if (x is bool) {
          Out.Append((bool) x ? "true" : "false");
        } else if (x is int || x is long || x is short || x is sbyte || x is byte || x is uint ||
                   x is ulong || x is ushort || x is BigInteger) {
          Out.Append(((IFormattable) x).ToString(null, CultureInfo.InvariantCulture));
        } else if (x is double || x is float) {
          WriteFloat(Convert.ToDouble(x),
              ((IFormattable) x).ToString("R", CultureInfo.InvariantCulture));
        } else if (x is decimal) {
          string digits = ((decimal) x).ToString(CultureInfo.InvariantCulture);
          Out.Append("{\"$decimal\":\"").Append(digits).Append("\"}");
        } else if (x is string || x is char || x is StringBuilder) {
          WriteString(x.ToString());
        } else if (x is Number) {
          Out.Append(((Number) x).Text);
        } else if (x is Enum) {
          Write(Convert.ChangeType(x, Enum.GetUnderlyingType(x.GetType())));
        } else if (depth < MaxDepth) {
          ++depth;
          WriteContainer(x);
          --depth;
        } else {
          WriteUnknown(x);
        }
      }

      void WriteContainer(object x) {
        Type type = x.GetType();
        if (Nodes.IsNode(type)) {
          WriteNode(x);
        } else if (x is IDictionary) {
          WriteMap((IDictionary) x);
        } else if (x is Array && ((Array) x).Rank > 1) {
          WriteRows((Array) x);
        } else if (x is IEnumerable) {
          bool isSet = type.GetInterfaces().Any(
              i => i.IsGenericType && i.GetGenericTypeDefinition() == typeof(ISet<>));
          Out.Append(isSet ? "{\"$set\":" : "");
          WriteAll((IEnumerable) x);
          Out.Append(isSet ? "}" : "");
        } else if (Tuples.IsTuple(type)) {
          WriteAll(Tuples.Items(x));
        } else if (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(KeyValuePair<,>)) {
          WriteAll(new[] {
              type.GetProperty("Key").GetValue(x, null), type.GetProperty("Value").GetValue(x, null)});
        } else {
          WriteUnknown(x);
        }
      }

      void WriteAll(IEnumerable items) {
        string separator = "";
        Out.Append('[');
        foreach (object item in items) {
          Out.Append(separator);
          Write(item);
          separator = ",";
        }
        Out.Append(']');
      }

      void WriteRows(Array table) {
        if (table.Rank != 2) {
          WriteUnknown(table);
          return;
        }
        WriteAll(Enumerable.Range(0, table.GetLength(0)).Select(
            i => Enumerable.Range(0, table.GetLength(1)).Select(k => table.GetValue(i, k))));
      }

      void WriteMap(IDictionary map) {
        bool plain = map.Keys.Cast<object>().All(
            key => key is string && !((string) key).StartsWith("$", StringComparison.Ordinal));
        string separator = "";
        Out.Append(plain ? "{" : "{\"$dict\":[");
        foreach (DictionaryEntry entry in map) {
          Out.Append(separator).Append(plain ? "" : "[");
          Write(entry.Key);
          Out.Append(plain ? ':' : ',');
          Write(entry.Value);
          Out.Append(plain ? "" : "]");
          separator = ",";
        }
        Out.Append(plain ? "}" : "]}");
      }

      void WriteFloat(double x, string digits) {
        if (double.IsNaN(x)) {
          Out.Append("{\"$float\":\"nan\"}");
        } else if (double.IsInfinity(x)) {
          Out.Append(x > 0 ? "{\"$float\":\"inf\"}" : "{\"$float\":\"-inf\"}");
        } else {
          Out.Append(digits.Replace('E', 'e'));
          if (digits.IndexOfAny(new[] {'.', 'E'}) < 0) Out.Append(".0");
        }
      }

      // ASCII only, so that lone surrogates survive.
      internal void WriteString(string s) {
        Out.Append('"');
        foreach (char c in s) {
          if (c == '"' || c == '\\') {
            Out.Append('\\').Append(c);
          } else if (c < 0x20 || c > 0x7e) {
            Out.AppendFormat(CultureInfo.InvariantCulture, "\\u{0:x4}", (int) c);
          } else {
            Out.Append(c);
          }
        }
        Out.Append('"');
      }

      void WriteUnknown(object x) {
        Out.Append("{\"$repr\":");
        WriteString(x.GetType().Name);
        Out.Append('}');
      }

      void WriteNode(object first) {
        List<object> values = Nodes.Values(first);
        if (values == null) {
          WriteUnknown(first);
        } else {
          WriteAll(values);
        }
      }
    }
  }
}
