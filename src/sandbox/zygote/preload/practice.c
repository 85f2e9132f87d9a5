#define _GNU_SOURCE
#include "sandbox/zygote/preload/practice.h"

#include <dlfcn.h>
#include <stddef.h>

/* Imports nothing, writes nothing to the standard streams and changes no module's state: all of it
 * would be the program's. */
static const char kPractice[] =
    "import os\n"
    "def practise(byte_code=byte_code, own_loader=own_loader, marshal=marshal, os=os):\n"
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
    "    read, write = os.pipe()\n"
    "    os.write(write, b'3 2\\n5 1 4\\n8\\n')\n"
    "    os.close(write)\n"
    "    stdin = sys.stdin\n"
    "    with open(read) as lines, open('/dev/null', 'w') as out:\n"
    "        sys.stdin = lines\n"
    "        try:\n"
    "            exec(code, {'__name__': '__main__', 'lines': lines, 'out': out})\n"
    "        finally:\n"
    "            sys.stdin = stdin\n";

int AddPractice(void* globals) {
  enum { kFileInput = 257 }; /* Py_file_input */
  void* (*run_string)(const char*, int, void*, void*) =
      (void* (*)(const char*, int, void*, void*))dlsym(RTLD_DEFAULT, "PyRun_String");
  return run_string(kPractice, kFileInput, globals, globals) != NULL;
}
