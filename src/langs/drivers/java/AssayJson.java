import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** JSON to plain objects, and any object to JSON; the wire format of docs/internals/drivers.md. */
final class AssayJson {
  /** A number as it was written: the parameter's type decides what it becomes. */
  static final class Num {
    final String text;

    Num(String text) {
      this.text = text;
    }
  }

  static final class Malformed extends RuntimeException {
    Malformed(String message) {
      super(message);
    }
  }

  // ---- in ----

  private final String text;
  private int at = 0;

  private AssayJson(String text) {
    this.text = text;
  }

  /** List, LinkedHashMap, String, Num, Boolean, Double (for NaN and infinities) or null. */
  static Object parse(String text) {
    AssayJson parser = new AssayJson(text);
    Object value = parser.value();
    parser.skip();
    if (parser.at != text.length()) throw new Malformed("stdin holds more than one JSON value");
    return value;
  }

  private Malformed malformed() {
    return new Malformed("stdin is not JSON at " + at);
  }

  private void skip() {
    while (at < text.length() && " \n\t\r".indexOf(text.charAt(at)) >= 0) ++at;
  }

  private boolean accept(char c) {
    skip();
    if (at >= text.length() || text.charAt(at) != c) return false;
    ++at;
    return true;
  }

  private boolean acceptWord(String word) {
    if (!text.startsWith(word, at)) return false;
    at += word.length();
    return true;
  }

  private Object value() {
    skip();
    if (at >= text.length()) throw malformed();
    char c = text.charAt(at);
    if (c == '"') return string();
    if (c == '[') return array();
    if (c == '{') return object();
    if (acceptWord("true")) return true;
    if (acceptWord("false")) return false;
    if (acceptWord("null")) return null;
    if (acceptWord("NaN")) return Double.NaN;
    if (acceptWord("Infinity")) return Double.POSITIVE_INFINITY;
    if (acceptWord("-Infinity")) return Double.NEGATIVE_INFINITY;
    int start = at;
    while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) ++at;
    if (at == start) throw malformed();
    return new Num(text.substring(start, at));
  }

  private List<Object> array() {
    ++at;
    List<Object> items = new ArrayList<>();
    if (accept(']')) return items;
    do {
      items.add(value());
    } while (accept(','));
    if (!accept(']')) throw malformed();
    return items;
  }

  private Object object() {
    ++at;
    Map<String, Object> members = new LinkedHashMap<>();
    if (accept('}')) return members;
    do {
      skip();
      if (at >= text.length() || text.charAt(at) != '"') throw malformed();
      String name = string();
      if (!accept(':')) throw malformed();
      members.put(name, value());
    } while (accept(','));
    if (!accept('}')) throw malformed();
    return untag(members);
  }

  private static Object untag(Map<String, Object> members) {
    if (members.size() != 1) return members;
    Map.Entry<String, Object> only = members.entrySet().iterator().next();
    Object inner = only.getValue();
    switch (only.getKey()) {
      case "$float":
        return inner.equals("nan") ? Double.NaN
            : inner.equals("inf") ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
      case "$set":
        return inner;
      case "$dict":
        Map<Object, Object> map = new LinkedHashMap<>();
        for (Object pair : (List<?>) inner) map.put(((List<?>) pair).get(0), ((List<?>) pair).get(1));
        return map;
      case "$decimal":
        return new Num((String) inner);
      default:
        return members;
    }
  }

  private String string() {
    ++at;
    StringBuilder out = new StringBuilder();
    for (;;) {
      if (at >= text.length()) throw malformed();
      char c = text.charAt(at++);
      if (c == '"') return out.toString();
      if (c != '\\') {
        out.append(c);
        continue;
      }
      if (at >= text.length()) throw malformed();
      c = text.charAt(at++);
      int plain = "nrtbf".indexOf(c);
      if (plain >= 0) {
        out.append("\n\r\t\b\f".charAt(plain));
      } else if (c == 'u') {
        if (at + 4 > text.length()) throw malformed();
        out.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
        at += 4;
      } else {
        out.append(c);
      }
    }
  }

  // ---- out ----

  /** Writes values; containers being written are remembered, against values within themselves. */
  static final class Writer {
    final StringBuilder out = new StringBuilder();
    private final Set<Object> open = Collections.newSetFromMap(new IdentityHashMap<>());

    void write(Object x) {
      if (x == null) {
        out.append("null");
      } else if (x instanceof Boolean || x instanceof Integer || x instanceof Long
          || x instanceof Short || x instanceof Byte || x instanceof BigInteger) {
        out.append(x);
      } else if (x instanceof Double || x instanceof Float) {
        writeFloat(x.toString());
      } else if (x instanceof CharSequence || x instanceof Character) {
        writeString(x.toString());
      } else if (x instanceof BigDecimal) {
        out.append("{\"$decimal\":\"").append(x).append("\"}");
      } else if (x instanceof Num) {
        out.append(((Num) x).text);
      } else if (x instanceof Number) {
        write(((Number) x).longValue()); // AtomicInteger and the like
      } else if (x instanceof Optional) {
        write(((Optional<?>) x).orElse(null));
      } else if (open.add(x)) {
        writeContainer(x);
        open.remove(x);
      } else {
        writeUnknown(x);
      }
    }

    private void writeContainer(Object x) {
      if (x.getClass().isArray()) {
        out.append('[');
        for (int i = 0, n = Array.getLength(x); i < n; ++i) {
          if (i > 0) out.append(',');
          write(Array.get(x, i));
        }
        out.append(']');
      } else if (x instanceof Collection) {
        boolean set = x instanceof Set;
        out.append(set ? "{\"$set\":" : "");
        writeAll((Collection<?>) x);
        out.append(set ? "}" : "");
      } else if (x instanceof Map) {
        writeMap((Map<?, ?>) x);
      } else if (x instanceof Map.Entry) {
        Map.Entry<?, ?> entry = (Map.Entry<?, ?>) x;
        List<Object> pair = new ArrayList<>();
        pair.add(entry.getKey());
        pair.add(entry.getValue());
        writeAll(pair);
      } else if (isNode(x.getClass())) {
        writeNode(x);
      } else {
        writeUnknown(x);
      }
    }

    private void writeAll(Collection<?> items) {
      String separator = "";
      out.append('[');
      for (Object item : items) {
        out.append(separator);
        write(item);
        separator = ",";
      }
      out.append(']');
    }

    private void writeMap(Map<?, ?> map) {
      boolean plain = true;
      for (Object key : map.keySet()) {
        plain = plain && key instanceof String && !((String) key).startsWith("$");
      }
      String separator = "";
      out.append(plain ? "{" : "{\"$dict\":[");
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        out.append(separator).append(plain ? "" : "[");
        write(entry.getKey());
        out.append(plain ? ':' : ',');
        write(entry.getValue());
        out.append(plain ? "" : "]");
        separator = ",";
      }
      out.append(plain ? "}" : "]}");
    }

    private void writeFloat(String digits) {
      if (digits.equals("NaN")) {
        out.append("{\"$float\":\"nan\"}");
      } else if (digits.endsWith("Infinity")) {
        out.append(digits.startsWith("-") ? "{\"$float\":\"-inf\"}" : "{\"$float\":\"inf\"}");
      } else {
        out.append(digits.replace('E', 'e'));
      }
    }

    /** ASCII only, so that lone surrogates survive. */
    void writeString(String s) {
      out.append('"');
      for (int i = 0; i < s.length(); ++i) {
        char c = s.charAt(i);
        if (c == '"' || c == '\\') {
          out.append('\\').append(c);
        } else if (c < 0x20 || c > 0x7e) {
          out.append(String.format("\\u%04x", (int) c));
        } else {
          out.append(c);
        }
      }
      out.append('"');
    }

    private void writeUnknown(Object x) {
      out.append("{\"$repr\":");
      writeString(x.getClass().getSimpleName());
      out.append('}');
    }

    private void writeNode(Object first) {
      boolean list = first.getClass().getSimpleName().equals("ListNode");
      Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
      List<Object> values = new ArrayList<>();
      int end = 0; // trailing nulls of a tree are left out
      ArrayDeque<Optional<Object>> queue = new ArrayDeque<>();
      queue.add(Optional.of(first));
      while (!queue.isEmpty()) {
        Object node = queue.remove().orElse(null);
        if (node == null) {
          values.add(null);
          continue;
        }
        if (!seen.add(node)) {
          writeUnknown(first);
          return;
        }
        values.add(get(node, "val"));
        end = values.size();
        if (list) {
          Object next = get(node, "next");
          if (next != null) queue.add(Optional.of(next));
        } else {
          queue.add(Optional.ofNullable(get(node, "left")));
          queue.add(Optional.ofNullable(get(node, "right")));
        }
      }
      writeAll(values.subList(0, end));
    }
  }

  // ---- nodes ----

  static boolean isNode(Class<?> type) {
    return type.getSimpleName().equals("ListNode") || type.getSimpleName().equals("TreeNode");
  }

  static Field field(Class<?> type, String name) {
    try {
      Field field = type.getDeclaredField(name);
      field.setAccessible(true);
      return field;
    } catch (NoSuchFieldException e) {
      throw new Malformed(type.getSimpleName() + " has no field " + name);
    }
  }

  static Object get(Object node, String name) {
    try {
      return field(node.getClass(), name).get(node);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
