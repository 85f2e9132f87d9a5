// Calls a candidate's C# method for one test and answers with one JSON object on descriptor 3:
// main.exe METHOD, arguments from stdin. The protocol is in docs/internals/drivers.md.
//
// In the dialect of Mono's compiler. What is imported within the namespace comes before the
// candidate's own types, whatever they are called.
namespace AssayInternal {
  using System;
  using System.Collections.Generic;
  using System.IO;
  using System.Linq;
  using System.Reflection;
  using System.Runtime.InteropServices;
  using System.Text;
  using System.Threading.Tasks;

  static class AssayDriver {
    const int ReplyDescriptor = 3;
    const int MaxMessage = 2000;
    const BindingFlags AnyMember = BindingFlags.Public | BindingFlags.NonPublic |
        BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    class MissingFunction : Exception {
      internal MissingFunction(string message) : base(message) {}
    }

    static void Main(string[] words) {
      List<object> given = null;
      try {
        given = AssayJson.Parse(ReadStdin()) as List<object>;
        if (given == null) throw new Malformed("the arguments are not a JSON array");
      } catch (Exception e) {
        Fail("bad_arguments", e);
      }

      MethodInfo method = null;
      object target = null;
      try {
        Type owner;
        method = Find(words[0], given.Count, out owner);
        if (!method.IsStatic) target = Activator.CreateInstance(owner, true);
      } catch (MissingFunction e) {
        Fail("missing_function", e);
      } catch (Exception e) {
        Fail("exception", Cause(e));
      }

      var parameters = method.GetParameters();
      var values = new object[parameters.Length];
      try {
        if (parameters.Length != given.Count) {
          throw new Malformed(string.Format("{0} takes {1} arguments, not {2}", words[0],
              parameters.Length, given.Count));
        }
        for (int i = 0; i < values.Length; ++i) {
          values[i] = AssayConvert.To(given[i], parameters[i].ParameterType);
        }
      } catch (Exception e) {
        Fail("bad_arguments", e);
      }

      try {
        Type type = method.ReturnType;
        object result = Finished(method.Invoke(target, values), ref type);
        Reply(Answer(method, result, type, values), 0);
      } catch (Exception e) { // what a lazy sequence raises when it is gone through, too
        Fail("exception", Cause(e));
      }
    }

    // Of an async method what it gives in the end, and that thing's type.
    static object Finished(object result, ref Type type) {
      var task = result as Task;
      if (task == null) return result;
      task.GetAwaiter().GetResult(); // or its exception
      bool gives = type.IsGenericType && type.GetGenericTypeDefinition() == typeof(Task<>);
      type = gives ? type.GetGenericArguments()[0] : typeof(void);
      return gives ? task.GetType().GetProperty("Result").GetValue(task, null) : null;
    }

    static string Answer(MethodInfo method, object result, Type type, object[] values) {
      var writer = new AssayJson.Writer();
      writer.Out.Append("{\"status\":\"ok\",\"value\":");
      bool emptyNode = result == null && Nodes.IsNode(type);
      writer.WriteOrEmpty(result, type);
      if (result == null && !emptyNode && values.Length > 0 && CanChange(method, values[0])) {
        writer.Out.Append(",\"args\":[");
        var parameters = method.GetParameters();
        for (int i = 0; i < values.Length; ++i) {
          if (i > 0) writer.Out.Append(',');
          writer.WriteOrEmpty(values[i], parameters[i].ParameterType);
        }
        writer.Out.Append(']');
      }
      return writer.Out.Append('}').ToString();
    }

    // What no method can change says nothing about it.
    static bool CanChange(MethodInfo method, object value) {
      Type type = method.GetParameters()[0].ParameterType;
      return type.IsByRef || !(type.IsValueType || value is string);
    }

    // Of class Solution where it has the method, else of whatever class has it: one with as many
    // parameters before others, public before others.
    static MethodInfo Find(string name, int count, out Type owner) {
      var types = Assembly.GetExecutingAssembly().GetTypes()
          .Where(t => t.Namespace != typeof(AssayDriver).Namespace)
          .OrderBy(t => t.Name == "Solution" ? 0 : 1);
      foreach (Type type in types) {
        MethodInfo best = null;
        int bestRank = -1;
        for (Type t = type; t != null && t != typeof(object); t = t.BaseType) {
          foreach (MethodInfo m in t.GetMethods(AnyMember)) {
            if (m.Name != name || m.ContainsGenericParameters) continue;
            int rank = (m.GetParameters().Length == count ? 2 : 0) + (m.IsPublic ? 1 : 0);
            if (rank <= bestRank) continue;
            best = m;
            bestRank = rank;
          }
        }
        owner = type; // which may have inherited it
        if (best != null) return best;
      }
      throw new MissingFunction("there is no method " + name);
    }

    static Exception Cause(Exception e) {
      while ((e is TargetInvocationException || e is TypeInitializationException) &&
             e.InnerException != null) {
        e = e.InnerException;
      }
      return e;
    }

    // ---- the process ----

    [DllImport("libc.so.6")] static extern int close(int descriptor);
    [DllImport("libc.so.6")] static extern int open(string path, int flags);
    [DllImport("libc.so.6")] static extern IntPtr write(int descriptor, byte[] bytes, IntPtr count);
    [DllImport("libc.so.6")] static extern void _exit(int code);

    static string ReadStdin() {
      string text;
      using (var reader = new StreamReader(Console.OpenStandardInput(), new UTF8Encoding(false))) {
        text = reader.ReadToEnd();
      }
      // The candidate finds stdin empty: the lowest free descriptor is 0 once it is closed.
      close(0);
      if (open("/dev/null", 0) != 0) _exit(1);
      return text;
    }

    static void Fail(string kind, Exception e) {
      try {
        Console.Error.WriteLine("Unhandled Exception:\n" + e);
      } catch (Exception) {
        // An exception that can't be shown is still one.
      }
      var writer = new AssayJson.Writer();
      writer.Out.Append("{\"status\":\"error\",\"kind\":\"").Append(kind).Append("\",\"type\":");
      writer.WriteString(e.GetType().FullName);
      writer.Out.Append(",\"message\":");
      string message = "";
      try {
        message = e.Message ?? "";
      } catch (Exception) {
        // As above.
      }
      writer.WriteString(message.Length > MaxMessage ? message.Substring(0, MaxMessage) : message);
      Reply(writer.Out.Append('}').ToString(), 1);
    }

    // Ends at once: the answer is given, and what finalizers or threads do is no part of it. By
    // number: opening /dev/fd/3 anew needs rights to the pipe that the run's user lacks.
    static void Reply(string json, int exitCode) {
      try {
        Console.Out.Flush();
        Console.Error.Flush();
      } catch (Exception) {
        // The candidate may have closed them.
      }
      byte[] bytes = Encoding.UTF8.GetBytes(json);
      while (bytes.Length > 0) {
        int written = (int) write(ReplyDescriptor, bytes, (IntPtr) bytes.Length);
        if (written <= 0) _exit(1);
        bytes = bytes.Skip(written).ToArray();
      }
      _exit(exitCode);
    }
  }
}
