import java.io.ByteArrayInputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Calls a candidate's Java method for one test and answers with one JSON object on descriptor 3:
 * AssayDriver METHOD CLASS, arguments from stdin. The protocol is in docs/internals/drivers.md.
 */
final class AssayDriver {
  private static final int MAX_MESSAGE = 2000;

  public static void main(String[] args) throws Exception {
    String methodName = args[0];
    List<?> given = null;
    try {
      Object parsed =
          AssayJson.parse(new String(System.in.readAllBytes(), StandardCharsets.UTF_8));
      if (!(parsed instanceof List)) {
        throw new AssayJson.Malformed("the arguments are not a JSON array");
      }
      given = (List<?>) parsed;
    } catch (RuntimeException e) {
      fail("bad_arguments", e);
    }
    System.setIn(new ByteArrayInputStream(new byte[0]));

    Method method = null;
    Object target = null;
    try {
      Class<?> type = Class.forName(args[1]);
      method = find(type, methodName, given.size());
      if (!Modifier.isStatic(method.getModifiers())) {
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        target = constructor.newInstance();
      }
    } catch (InvocationTargetException e) {
      fail("exception", e.getCause());
    } catch (NoSuchMethodException e) {
      fail("missing_function", e);
    } catch (Throwable e) {
      fail("exception", e instanceof ExceptionInInitializerError ? e.getCause() : e);
    }

    Type[] types = method.getGenericParameterTypes();
    Object[] values = new Object[types.length];
    try {
      if (types.length != given.size()) {
        throw new AssayJson.Malformed(
            methodName + " takes " + types.length + " arguments, not " + given.size());
      }
      for (int i = 0; i < types.length; ++i) values[i] = convert(given.get(i), types[i]);
    } catch (RuntimeException e) {
      fail("bad_arguments", e);
    }

    Object result = null;
    try {
      result = method.invoke(target, values);
    } catch (InvocationTargetException e) {
      fail("exception", e.getCause());
    } catch (Throwable e) {
      fail("exception", e);
    }
    reply(answer(method, result, values), 0);
  }

  private static String answer(Method method, Object result, Object[] values) throws IOException {
    AssayJson.Writer writer = new AssayJson.Writer();
    try {
      writer.out.append("{\"status\":\"ok\",\"value\":");
      boolean emptyNode = result == null && AssayJson.isNode(method.getReturnType());
      if (emptyNode) {
        writer.out.append("[]");
      } else {
        writer.write(result);
      }
      boolean isNull = result instanceof Optional ? !((Optional<?>) result).isPresent()
          : result == null;
      // What no function can change says nothing about it.
      boolean fixed = values.length == 0 || values[0] instanceof Number
          || values[0] instanceof String || values[0] instanceof Boolean
          || values[0] instanceof Character;
      if (isNull && !emptyNode && !fixed) {
        writer.out.append(",\"args\":[");
        for (int i = 0; i < values.length; ++i) {
          if (i > 0) writer.out.append(',');
          if (values[i] == null && AssayJson.isNode(method.getParameterTypes()[i])) {
            writer.out.append("[]");
          } else {
            writer.write(values[i]);
          }
        }
        writer.out.append(']');
      }
      writer.out.append('}');
    } catch (Throwable e) {
      fail("unserializable", e);
    }
    return writer.out.toString();
  }

  /** The method of that name; of several, one with as many parameters, public before others. */
  private static Method find(Class<?> type, String name, int count) throws NoSuchMethodException {
    Method best = null;
    int bestRank = -1;
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      for (Method m : c.getDeclaredMethods()) {
        if (!m.getName().equals(name) || m.isBridge()) continue;
        int rank = (m.getParameterCount() == count ? 2 : 0)
            + (Modifier.isPublic(m.getModifiers()) ? 1 : 0);
        if (rank > bestRank) {
          best = m;
          bestRank = rank;
        }
      }
    }
    if (best == null) throw new NoSuchMethodException(type.getName() + "." + name);
    best.setAccessible(true);
    return best;
  }

  // ---- arguments to the types the method declares ----

  private static AssayJson.Malformed mismatch(Object value, Type type) {
    AssayJson.Writer shown = new AssayJson.Writer();
    shown.write(value);
    String text = shown.out.length() > 40 ? shown.out.substring(0, 40) : shown.out.toString();
    return new AssayJson.Malformed("the argument is no " + type.getTypeName() + ": " + text);
  }

  private static Object convert(Object value, Type type) {
    if (type instanceof Class) return convertToClass(value, (Class<?>) type);
    if (type instanceof GenericArrayType) {
      return convertArray(value, ((GenericArrayType) type).getGenericComponentType(), type);
    }
    if (type instanceof WildcardType) return convert(value, ((WildcardType) type).getUpperBounds()[0]);
    if (type instanceof ParameterizedType) {
      ParameterizedType generic = (ParameterizedType) type;
      return convertGeneric(value, (Class<?>) generic.getRawType(), generic.getActualTypeArguments());
    }
    return natural(value); // a type variable
  }

  private static Object convertToClass(Object value, Class<?> type) {
    if (type == Object.class || type == java.io.Serializable.class || type == Comparable.class) {
      return natural(value);
    }
    if (value == null) {
      if (type.isPrimitive()) throw mismatch(value, type);
      return null;
    }
    if (type.isArray()) return convertArray(value, type.getComponentType(), type);
    if (value instanceof Boolean && (type == boolean.class || type == Boolean.class)) return value;
    if (value instanceof String) {
      String text = (String) value;
      if (type == String.class || type == CharSequence.class) return text;
      if (type == StringBuilder.class) return new StringBuilder(text);
      if ((type == char.class || type == Character.class) && text.length() == 1) {
        return text.charAt(0);
      }
    }
    if (value instanceof AssayJson.Num || value instanceof Double) {
      Object number = convertNumber(value, type);
      if (number != null) return number;
    }
    if (AssayJson.isNode(type) && value instanceof List) return makeNodes((List<?>) value, type);
    if (Collection.class.isAssignableFrom(type) || Iterable.class == type
        || Map.class.isAssignableFrom(type)) {
      return convertGeneric(value, type, new Type[] {Object.class, Object.class});
    }
    throw mismatch(value, type);
  }

  /** Null when the type is no number's. */
  private static Object convertNumber(Object value, Class<?> type) {
    if (type == double.class || type == Double.class || type == Number.class) {
      return value instanceof Double ? value : Double.valueOf(((AssayJson.Num) value).text);
    }
    if (type == float.class || type == Float.class) {
      return value instanceof Double ? (Object) ((Double) value).floatValue()
          : Float.valueOf(((AssayJson.Num) value).text);
    }
    if (value instanceof Double) return null;
    String text = ((AssayJson.Num) value).text;
    try {
      if (type == BigDecimal.class) return new BigDecimal(text);
      boolean plain = text.indexOf('.') < 0 && text.indexOf('e') < 0 && text.indexOf('E') < 0;
      if (!plain) text = new BigDecimal(text).toBigIntegerExact().toString();
      if (type == int.class || type == Integer.class) return Integer.valueOf(text);
      if (type == long.class || type == Long.class) return Long.valueOf(text);
      if (type == short.class || type == Short.class) return Short.valueOf(text);
      if (type == byte.class || type == Byte.class) return Byte.valueOf(text);
      if (type == BigInteger.class) return new BigInteger(text);
    } catch (ArithmeticException | NumberFormatException e) {
      throw mismatch(value, type);
    }
    return null;
  }

  private static Object convertArray(Object value, Type component, Type whole) {
    if (value == null) return null;
    Class<?> raw = rawClass(component);
    if (value instanceof String && raw == char.class) return ((String) value).toCharArray();
    if (!(value instanceof List)) throw mismatch(value, whole);
    List<?> items = (List<?>) value;
    Object array = Array.newInstance(raw, items.size());
    for (int i = 0; i < items.size(); ++i) Array.set(array, i, convert(items.get(i), component));
    return array;
  }

  private static Class<?> rawClass(Type type) {
    if (type instanceof Class) return (Class<?>) type;
    if (type instanceof ParameterizedType) return (Class<?>) ((ParameterizedType) type).getRawType();
    if (type instanceof GenericArrayType) {
      Type inner = ((GenericArrayType) type).getGenericComponentType();
      return Array.newInstance(rawClass(inner), 0).getClass();
    }
    return Object.class;
  }

  @SuppressWarnings("unchecked")
  private static Object convertGeneric(Object value, Class<?> raw, Type[] arguments) {
    if (raw == Optional.class) {
      return Optional.ofNullable(value == null ? null : convert(value, arguments[0]));
    }
    if (value == null) return null;
    if (Map.class.isAssignableFrom(raw)) {
      if (!(value instanceof Map)) throw mismatch(value, raw);
      Map<Object, Object> map = (Map<Object, Object>) make(raw,
          SortedMap.class.isAssignableFrom(raw) ? new TreeMap<>()
              : raw == HashMap.class ? new HashMap<>() : new LinkedHashMap<>());
      for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
        map.put(convertKey(entry.getKey(), arguments[0]), convert(entry.getValue(), arguments[1]));
      }
      return map;
    }
    if (!(value instanceof List)) throw mismatch(value, raw);
    Collection<Object> items = (Collection<Object>) make(raw,
        SortedSet.class.isAssignableFrom(raw) ? new TreeSet<>()
            : Set.class.isAssignableFrom(raw) ? new LinkedHashSet<>()
            : raw == PriorityQueue.class ? new PriorityQueue<>()
            : raw == Queue.class || raw == Deque.class ? new ArrayDeque<>() : new ArrayList<>());
    for (Object item : (List<?>) value) items.add(convert(item, arguments[0]));
    return items;
  }

  /** The names of a JSON object are strings; keys of other types are read from their text. */
  private static Object convertKey(Object key, Type type) {
    boolean isText = type == String.class || type == Object.class || type == Character.class;
    return key instanceof String && !isText ? convert(AssayJson.parse((String) key), type)
        : convert(key, type);
  }

  /** An object of the declared class when it is a class, else the usual one for its interface. */
  private static Object make(Class<?> raw, Object usual) {
    if (raw.isInstance(usual)) return usual;
    try {
      return raw.getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw mismatch(null, raw);
    }
  }

  private static Object natural(Object value) {
    if (value instanceof AssayJson.Num) {
      String text = ((AssayJson.Num) value).text;
      if (text.indexOf('.') >= 0 || text.indexOf('e') >= 0 || text.indexOf('E') >= 0) {
        return Double.valueOf(text);
      }
      BigInteger big = new BigInteger(text);
      if (big.bitLength() < 32) return big.intValue();
      return big.bitLength() < 64 ? (Object) big.longValue() : big;
    }
    if (value instanceof List) {
      List<Object> items = new ArrayList<>();
      for (Object item : (List<?>) value) items.add(natural(item));
      return items;
    }
    if (value instanceof Map) {
      Map<Object, Object> map = new LinkedHashMap<>();
      for (Map.Entry<?, ?> e : ((Map<?, ?>) value).entrySet()) {
        map.put(natural(e.getKey()), natural(e.getValue()));
      }
      return map;
    }
    return value;
  }

  // ---- ListNode and TreeNode ----

  private static Object makeNode(Object value, Class<?> type) {
    try {
      for (Constructor<?> constructor : type.getDeclaredConstructors()) {
        if (constructor.getParameterCount() > 1) continue;
        constructor.setAccessible(true);
        Object converted = convert(value, AssayJson.field(type, "val").getGenericType());
        Object node = constructor.getParameterCount() == 0 ? constructor.newInstance()
            : constructor.newInstance(converted);
        AssayJson.field(type, "val").set(node, converted);
        return node;
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
    throw new AssayJson.Malformed(type.getSimpleName() + " has no constructor of one value");
  }

  private static void link(Object node, String name, Object to) {
    try {
      AssayJson.field(node.getClass(), name).set(node, to);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object makeNodes(List<?> values, Class<?> type) {
    if (values.isEmpty() || values.get(0) == null) return null;
    Object first = makeNode(values.get(0), type);
    if (type.getSimpleName().equals("ListNode")) {
      Object last = first;
      for (Object value : values.subList(1, values.size())) {
        Object node = makeNode(value, type);
        link(last, "next", node);
        last = node;
      }
      return first;
    }
    ArrayDeque<Object> parents = new ArrayDeque<>();
    parents.add(first);
    for (int i = 1; i < values.size() && !parents.isEmpty();) {
      Object parent = parents.remove();
      for (String side : new String[] {"left", "right"}) {
        if (i < values.size() && values.get(i) != null) {
          Object node = makeNode(values.get(i), type);
          link(parent, side, node);
          parents.add(node);
        }
        ++i;
      }
    }
    return first;
  }

  // ---- the end ----

  private static void fail(String kind, Throwable e) throws IOException {
    System.err.print("Exception in thread \"main\" ");
    e.printStackTrace();
    AssayJson.Writer writer = new AssayJson.Writer();
    writer.out.append("{\"status\":\"error\",\"kind\":\"").append(kind).append("\",\"type\":");
    writer.writeString(e.getClass().getName());
    writer.out.append(",\"message\":");
    String message = String.valueOf(e.getMessage());
    writer.writeString(message.length() > MAX_MESSAGE ? message.substring(0, MAX_MESSAGE) : message);
    writer.out.append('}');
    reply(writer.out.toString(), 1);
  }

  /** Ends at once: the answer is given, and what exit hooks or threads do is no part of it. */
  private static void reply(String json, int exitCode) throws IOException {
    System.out.flush();
    System.err.flush();
    try (OutputStream out = open()) {
      out.write(json.getBytes(StandardCharsets.UTF_8));
    }
    Runtime.getRuntime().halt(exitCode);
  }

  /** By number: opening /dev/fd/3 anew needs rights to the pipe that the run's user lacks. */
  private static OutputStream open() throws IOException {
    try {
      Constructor<FileDescriptor> byNumber = FileDescriptor.class.getDeclaredConstructor(int.class);
      byNumber.setAccessible(true);
      return new FileOutputStream(byNumber.newInstance(3));
    } catch (ReflectiveOperationException | RuntimeException e) {
      return new FileOutputStream("/dev/fd/3");
    }
  }
}
