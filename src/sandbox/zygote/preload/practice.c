#define _GNU_SOURCE
#include "sandbox/zygote/preload/practice.h"

#include <stddef.h>
#include <stdio.h>

#include "sandbox/zygote/preload/byte_code.h"
#include "sandbox/zygote/preload/symbols.h"

/* Imports nothing, writes nothing to the standard streams and changes no module's state: all of it
 * would be the program's. */
static const char kPractice[] =
    "import os\n"
    "def practise(byte_code=byte_code, own_loader=own_loader, marshal=marshal, os=os,\n"
    "             run_script=run_script):\n"
    "    program = '''\n"
    "import sys\n"
    "class Point:\n"
    "    def __init__(self, x, y=0, *rest, **named):\n"
    "        self.x, self.y = x, y\n"
    "    def __lt__(self, other):\n"
    "        return self.x < other.x\n"
    "    def __repr__(self):\n"
    "        return f'{self.x:>5} {self.y!r}'\n"
    "def solve(lines):\n"
    "    n, m = map(int, input().split())\n"
    "    first = list(map(int, lines.readline().strip().split(' ')))\n"
    "    rows = [[0] * m for _ in range(n)]\n"
    "    seen, count, best = set(first), {}, 10 ** 18\n"
    "    for i, (a, b) in enumerate(zip(first, first[1:])):\n"
    "        if a in seen and not a == b or i % 2:\n"
    "            count[a] = count.get(a, 0) + 1\n"
    "        best = min(best, abs(a - b) // 2)\n"
    "    first.sort(key=lambda each: -each, reverse=True)\n"
    "    points = sorted((Point(x, x ** 2 / 3) for x in first), key=None, reverse=False)\n"
    "    while points and points[-1].x > 3:\n"
    "        points.pop()\n"
    "    word = ''.join(reversed(str(best))).replace('1', '2')\n"
    "    text = ['%d %s' % (len(word), word), '{} {:.3f}'.format(max(first), sum(first))]\n"
    "    print(*text, sep='\\\\n', end='\\\\n', file=out)\n"
    "    print(n, repr(points), sorted(count.items()), rows[0][:-1], file=out)\n"
    "    print(ord('a') + int('7'), chr(98), divmod(7, 3), pow(2, 5, 7), round(2.5, 1), file=out)\n"
    "    print(any(first), all(first), list(filter(None, first)), bool(seen - {1}), file=out)\n"
    "    out.write(word.rstrip('0') + chr(10))\n"
    "    out.flush()\n"
    "if __name__ == '__main__':\n"
    "    try:\n"
    "        solve(lines)\n"
    "        raise ValueError('x')\n"
    "    except (ValueError, IndexError) as error:\n"
    "        str(error)\n"
    "    for line in lines:\n"
    "        isinstance(line, str) and line.isdigit()\n"
    "'''\n"
    "    byte_code(program.encode(), '/dev/null')\n"
    "    own_loader('__main__', '/dev/null')\n"
    "    code = marshal.loads(marshal.dumps(compile(program, '/dev/null', 'exec',\n"
    "                                               dont_inherit=True)))\n"
    "    def with_files(run):\n"
    "        read, write = os.pipe()\n"
    "        os.write(write, b'3 2\\n5 1 4\\n8\\n')\n"
    "        os.close(write)\n"
    "        os.set_inheritable(read, False)\n"
    "        usual = sys.stdin, sys.modules['__main__']\n"
    "        main = type(sys)('__main__')\n"
    "        with open(read) as lines, open('/dev/null', 'w') as out:\n"
    "            main.__dict__.update(lines=lines, out=out)\n"
    "            sys.stdin, sys.modules['__main__'] = lines, main\n"
    "            try:\n"
    "                run(main.__dict__)\n"
    "            finally:\n"
    "                sys.stdin, sys.modules['__main__'] = usual\n"
    "    with_files(lambda names: exec(code, names))\n"
    "    with_files(lambda names: run_script(program.encode()))\n"
    /* Names that CPython looks for at its end. Interned in a fork they would be new in a table that
       it shares. */
    "names_at_end = ('ps1', 'ps2', 'last_exc', 'last_type', 'last_value', 'last_traceback',\n"
    "                'path_hooks', 'path_importer_cache', 'meta_path', '__interactivehook__',\n"
    "                '__stdin__', '__stdout__', '__stderr__')\n";

static struct {
  int (*as_bytes)(void*, char**, ptrdiff_t*);
  void* (*tuple_item)(void*, ptrdiff_t);
  void* (*function_new)(void*, void*, void*);
  int (*set_item_string)(void*, const char*, void*);
  void* (*run_string)(const char*, int, void*, void*);
  int (*run_file)(FILE*, const char*, int, void*);
  void* (*from_long)(long);
} py;

/* run_script(text): as CPython's main runs the file that it was given, in `__main__`. */
static void* RunScript(void* self, void* arguments) {
  (void)self;
  char* text;
  ptrdiff_t bytes;
  if (py.as_bytes(py.tuple_item(arguments, 0), &text, &bytes) != 0) return NULL;
  FILE* const opened = OpenBytes(text, (size_t)bytes);
  if (opened == NULL) return py.from_long(-1);
  return py.from_long(py.run_file(opened, "/dev/null", 1 /* closes it */, NULL));
}

static struct method_definition run_script_definition = {"run_script", RunScript, kMethodTakesTuple, NULL};

int AddPractice(void* globals) {
  enum { kFileInput = 257 }; /* Py_file_input */
  int missing = 0;
  void* at;
  py.as_bytes = FIND(int (*)(void*, char**, ptrdiff_t*), "PyBytes_AsStringAndSize");
  py.tuple_item = FIND(void* (*)(void*, ptrdiff_t), "PyTuple_GetItem");
  py.function_new = FIND(void* (*)(void*, void*, void*), "PyCFunction_NewEx");
  py.set_item_string = FIND(int (*)(void*, const char*, void*), "PyDict_SetItemString");
  py.run_string = FIND(void* (*)(const char*, int, void*, void*), "PyRun_String");
  py.run_file = FIND(int (*)(FILE*, const char*, int, void*), "PyRun_AnyFileExFlags");
  py.from_long = FIND(void* (*)(long), "PyLong_FromLong");
  if (missing) return 0;
  void* run_script = py.function_new(&run_script_definition, NULL, NULL);
  return run_script != NULL && py.set_item_string(globals, "run_script", run_script) == 0 &&
         py.run_string(kPractice, kFileInput, globals, globals) != NULL;
}
