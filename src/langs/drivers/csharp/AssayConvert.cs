// What was read from JSON as the types that a method declares; linked lists, trees and tuples.
namespace AssayInternal {
  using System;
  using System.Collections;
  using System.Collections.Generic;
  using System.Globalization;
  using System.Linq;
  using System.Numerics;
  using System.Reflection;
  using System.Text;

  static class AssayConvert {
    internal static object To(object value, Type type) {
      if (type.IsByRef) type = type.GetElementType();
      Type within = Nullable.GetUnderlyingType(type);
      if (within != null) return value == null ? null : To(value, within);
      if (type == typeof(object)) return Natural(value);
      if (value == null) {
        if (type.IsValueType) throw Mismatch(value, type);
        return null;
      }
      if (value is bool && type == typeof(bool)) return value;
      if (value is string) {
        object converted = FromText((string) value, type);
        if (converted != null) return converted;
      }
      if (value is Number || value is double) {
        object number = FromNumber(value, type);
        if (number != null) return number;
      }
      var map = value as Dictionary<object, object>;
      if (map != null) return FromMap(map, type);
      var items = value as List<object>;
      if (items == null) throw Mismatch(value, type);
      if (type.IsArray) return ToArray(items, type);
      if (Nodes.IsNode(type)) return Nodes.Make(items, type);
      if (Tuples.IsTuple(type)) return Tuples.Make(items, type);
      return ToCollection(items, type);
    }

    static Malformed Mismatch(object value, Type type) {
      var shown = new AssayJson.Writer();
      shown.Write(value);
      string text = shown.Out.ToString();
      return new Malformed(
          "the argument is no " + type + ": " + (text.Length > 40 ? text.Substring(0, 40) : text));
    }

    static object FromText(string text, Type type) {
      if (type == typeof(string)) return text;
      if (type == typeof(char) && text.Length == 1) return text[0];
      if (type == typeof(char[])) return text.ToCharArray();
      if (type == typeof(StringBuilder)) return new StringBuilder(text);
      return null;
    }

    static object FromNumber(object value, Type type) {
      var number = value as Number;
      if (type == typeof(double) || type == typeof(float)) {
        double x = number == null ? (double) value : ToDouble(number.Text);
        return type == typeof(double) ? (object) x : (float) x;
      }
      if (number == null) return null;
      const NumberStyles style = NumberStyles.Float;
      try {
        if (type == typeof(decimal)) {
          return decimal.Parse(number.Text, style, CultureInfo.InvariantCulture);
        }
        if (type == typeof(BigInteger)) return Whole(number, type);
        if (!type.IsPrimitive || type == typeof(char)) return null;
        long small;
        if (long.TryParse(number.Text, out small)) {
          return Convert.ChangeType(small, type, CultureInfo.InvariantCulture);
        }
        BigInteger big = Whole(number, type);
        if (type == typeof(ulong)) return (ulong) big;
        return Convert.ChangeType((long) big, type, CultureInfo.InvariantCulture);
      } catch (OverflowException) {
        throw Mismatch(value, type);
      } catch (FormatException) {
        throw Mismatch(value, type);
      }
    }

    // Out of range gives infinity, as in other languages' parsers.
    static double ToDouble(string text) {
      try {
        return double.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture);
      } catch (OverflowException) {
        return text.StartsWith("-", StringComparison.Ordinal) ? double.NegativeInfinity
            : double.PositiveInfinity;
      }
    }

    // Also of one that is written as 3.0 or 1e3.
    static BigInteger Whole(Number number, Type type) {
      if (number.IsPlain) return BigInteger.Parse(number.Text, CultureInfo.InvariantCulture);
      double x = ToDouble(number.Text);
      if (x != Math.Floor(x) || double.IsInfinity(x)) throw Mismatch(number, type);
      return new BigInteger(x);
    }

    static object ToArray(List<object> items, Type type) {
      Type element = type.GetElementType();
      if (type.GetArrayRank() == 1) {
        Array array = Array.CreateInstance(element, items.Count);
        for (int i = 0; i < items.Count; ++i) array.SetValue(To(items[i], element), i);
        return array;
      }
      var rows = items.Select(row => row as List<object>).ToList();
      int width = rows.Count == 0 || rows[0] == null ? 0 : rows[0].Count;
      if (type.GetArrayRank() != 2 || rows.Any(row => row == null || row.Count != width)) {
        throw Mismatch(items, type);
      }
      Array table = Array.CreateInstance(element, rows.Count, width);
      for (int i = 0; i < rows.Count; ++i) {
        for (int k = 0; k < width; ++k) table.SetValue(To(rows[i][k], element), i, k);
      }
      return table;
    }

    // A class is made from a List; an interface gets the usual class.
    static object ToCollection(List<object> items, Type type) {
      Type element = type.IsGenericType ? type.GetGenericArguments()[0] : typeof(object);
      var list = (IList) Activator.CreateInstance(typeof(List<>).MakeGenericType(element));
      foreach (object item in items) list.Add(To(item, element));
      if (type.IsInstanceOfType(list)) return list;
      Type set = typeof(HashSet<>).MakeGenericType(element);
      Type made = type.IsAssignableFrom(set) ? set : type;
      if (made.IsInterface || made.GetConstructor(new[] {list.GetType()}) == null &&
          !made.GetConstructors().Any(c => c.GetParameters().Length == 1 &&
              c.GetParameters()[0].ParameterType.IsInstanceOfType(list))) {
        throw Mismatch(items, type);
      }
      return Activator.CreateInstance(made, list);
    }

    static object FromMap(Dictionary<object, object> map, Type type) {
      Type[] types = type.GetGenericArguments();
      if (types.Length != 2) throw Mismatch(map, type);
      Type usual = typeof(Dictionary<,>).MakeGenericType(types);
      var made = Activator.CreateInstance(type.IsAssignableFrom(usual) ? usual : type) as IDictionary;
      if (made == null) throw Mismatch(map, type);
      foreach (var entry in map) made[Key(entry.Key, types[0])] = To(entry.Value, types[1]);
      return made;
    }

    // The names of a JSON object are strings; keys of other types are read from their text.
    static object Key(object key, Type type) {
      bool isText = type == typeof(string) || type == typeof(char) || type == typeof(object);
      return key is string && !isText ? To(AssayJson.Parse((string) key), type) : To(key, type);
    }

    static object Natural(object value) {
      var number = value as Number;
      if (number != null) {
        if (!number.IsPlain) return ToDouble(number.Text);
        BigInteger big = Whole(number, typeof(object));
        if (big >= int.MinValue && big <= int.MaxValue) return (int) big;
        return big >= long.MinValue && big <= long.MaxValue ? (object) (long) big : big;
      }
      var items = value as List<object>;
      if (items != null) return items.Select(Natural).ToList();
      var map = value as Dictionary<object, object>;
      return map == null ? value : map.ToDictionary(e => Natural(e.Key), e => Natural(e.Value));
    }
  }

  // Linked lists and trees, known by the names of their classes; fields or properties alike.
  static class Nodes {
    const BindingFlags Any = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance |
        BindingFlags.IgnoreCase;

    internal static bool IsNode(Type type) {
      if (type.IsByRef) type = type.GetElementType();
      return type.Name == "ListNode" || type.Name == "TreeNode";
    }

    static object Get(object node, string name) {
      FieldInfo field = node.GetType().GetField(name, Any);
      return field != null ? field.GetValue(node) : Property(node.GetType(), name).GetValue(node, null);
    }

    static void Set(object node, string name, object value) {
      FieldInfo field = node.GetType().GetField(name, Any);
      if (field != null) {
        field.SetValue(node, value);
      } else {
        Property(node.GetType(), name).SetValue(node, value, null);
      }
    }

    static PropertyInfo Property(Type type, string name) {
      PropertyInfo property = type.GetProperty(name, Any);
      if (property == null) throw new Malformed(type.Name + " has no field " + name);
      return property;
    }

    static object New(object value, Type type) {
      ConstructorInfo constructor = type.GetConstructors(Any).OrderBy(c => c.GetParameters().Length)
          .First();
      object node = constructor.Invoke(constructor.GetParameters().Select(p =>
          p.ParameterType.IsValueType ? Activator.CreateInstance(p.ParameterType) : null).ToArray());
      FieldInfo field = type.GetField("val", Any);
      Set(node, "val", AssayConvert.To(
          value, field != null ? field.FieldType : Property(type, "val").PropertyType));
      return node;
    }

    internal static object Make(List<object> values, Type type) {
      if (values.Count == 0 || values[0] == null) return null;
      object first = New(values[0], type);
      if (type.Name == "ListNode") {
        object last = first;
        foreach (object value in values.Skip(1)) {
          object node = New(value, type);
          Set(last, "next", node);
          last = node;
        }
        return first;
      }
      var parents = new Queue<object>();
      parents.Enqueue(first);
      for (int i = 1; i < values.Count;) {
        if (parents.Count == 0) throw new Malformed("the argument is no tree: values without a parent");
        object parent = parents.Dequeue();
        foreach (string side in new[] {"left", "right"}) {
          if (i < values.Count && values[i] != null) {
            object node = New(values[i], type);
            Set(parent, side, node);
            parents.Enqueue(node);
          }
          ++i;
        }
      }
      return first;
    }

    class SameObject : IEqualityComparer<object> {
      bool IEqualityComparer<object>.Equals(object a, object b) { return ReferenceEquals(a, b); }
      int IEqualityComparer<object>.GetHashCode(object x) {
        return System.Runtime.CompilerServices.RuntimeHelpers.GetHashCode(x);
      }
    }

    // null for nodes that lead to themselves.
    internal static List<object> Values(object first) {
      bool list = first.GetType().Name == "ListNode";
      var seen = new HashSet<object>(new SameObject());
      var values = new List<object>();
      int end = 0; // behind the last value: holes at the end are left out
      var queue = new Queue<object>();
      queue.Enqueue(first);
      while (queue.Count > 0) {
        object node = queue.Dequeue();
        if (node == null) {
          values.Add(null);
          continue;
        }
        if (!seen.Add(node)) return null;
        values.Add(Get(node, "val"));
        end = values.Count;
        if (list) {
          object next = Get(node, "next");
          if (next != null) queue.Enqueue(next);
        } else {
          queue.Enqueue(Get(node, "left"));
          queue.Enqueue(Get(node, "right"));
        }
      }
      values.RemoveRange(end, values.Count - end);
      return values;
    }
  }

  static class Tuples {
    internal static bool IsTuple(Type type) {
      string name = type.FullName ?? "";
      return name.StartsWith("System.ValueTuple`", StringComparison.Ordinal) ||
          name.StartsWith("System.Tuple`", StringComparison.Ordinal);
    }

    internal static IEnumerable<object> Items(object tuple) {
      Type type = tuple.GetType();
      for (int i = 1; i <= type.GetGenericArguments().Length; ++i) {
        string name = i < 8 ? "Item" + i : "Rest";
        yield return type.IsValueType ? type.GetField(name).GetValue(tuple)
            : type.GetProperty(name).GetValue(tuple, null);
      }
    }

    internal static object Make(List<object> items, Type type) {
      Type[] types = type.GetGenericArguments();
      if (items.Count != types.Length) {
        throw new Malformed("the argument is no array of the right length");
      }
      return Activator.CreateInstance(
          type, items.Select((item, i) => AssayConvert.To(item, types[i])).ToArray());
    }
  }
}
