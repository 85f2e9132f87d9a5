#define _GNU_SOURCE
#include "sandbox/zygote/preload/byte_code.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The warnings' filter makes each one an error while the program is compiled. */
static const char kByteCode[] =
    "import _warnings, marshal, sys\n"
    "import _frozen_importlib_external as machinery\n"
    /* Marshalling orders a frozenset's elements anew, and who iterates over it would see that. */
    "def reorders(code):\n"
    "    for each in code if type(code) is tuple else code.co_consts:\n"
    "        if type(each) is frozenset and len(each) > 1:\n"
    "            return True\n"
    "        if (type(each) is tuple or hasattr(each, 'co_consts')) and reorders(each):\n"
    "            return True\n"
    "    return False\n"
    "def byte_code(source, path, machinery=machinery, marshal=marshal, warnings=_warnings):\n"
    "    filters = getattr(sys.modules.get('warnings'), 'filters', warnings.filters)\n"
    "    try:\n"
    "        filters.insert(0, ('error', None, Warning, None, 0))\n"
    "        try:\n"
    "            warnings._filters_mutated()\n"
    "            code = compile(source, path, 'exec', dont_inherit=True)\n"
    "        finally:\n"
    "            del filters[0]\n"
    "            warnings._filters_mutated()\n"
    "        if reorders(code):\n"
    "            return None\n"
    "        bytes_ = machinery.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)\n"
    "        machinery.SourcelessFileLoader = own_loader\n"
    "        return bytes_\n"
    "    except BaseException:\n"
    "        return None\n"
    /* CPython asks for the loader of byte code once, by name, for the module it is about to run. */
    "def own_loader(name, path, machinery=machinery, usual=machinery.SourcelessFileLoader):\n"
    "    machinery.SourcelessFileLoader = usual\n"
    "    return machinery.SourceFileLoader(name, path)\n";

static struct {
  void* byte_code;
  void* (*bytes)(const char*, ptrdiff_t);
  int (*as_bytes)(void*, char**, ptrdiff_t*);
  void* (*call)(void*, const char*, ...);
  void (*clear)(void);
  void (*release)(void*);
} py;
static const char* code;
static size_t code_bytes;
static char code_path[4096];
static int opens_left;
static const FILE* last_opened;

static void* Symbol(const char* name) {
  return dlsym(RTLD_DEFAULT, name);
}

int AddByteCode(void* globals) {
  enum { kFileInput = 257 }; /* Py_file_input */
  void* (*run_string)(const char*, int, void*, void*) =
      (void* (*)(const char*, int, void*, void*))Symbol("PyRun_String");
  void* (*get_item)(void*, const char*) =
      (void* (*)(void*, const char*))Symbol("PyDict_GetItemString");
  /* A fork that looked them up would write to pages of the dynamic linker's. */
  py.bytes = (void* (*)(const char*, ptrdiff_t))Symbol("PyBytes_FromStringAndSize");
  py.as_bytes = (int (*)(void*, char**, ptrdiff_t*))Symbol("PyBytes_AsStringAndSize");
  py.call = (void* (*)(void*, const char*, ...))Symbol("PyObject_CallFunction");
  py.clear = (void (*)(void))Symbol("PyErr_Clear");
  py.release = (void (*)(void*))Symbol("Py_DecRef");
  if (run_string(kByteCode, kFileInput, globals, globals) == NULL) return 0;
  py.byte_code = get_item(globals, "byte_code");
  return py.byte_code != NULL;
}

/* A Python object, or NULL with or without a Python error set. */
static void* ReadSource(const char* path) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat status;
  void* source = NULL;
  char* begin;
  ptrdiff_t size;
  if (file >= 0 && fstat(file, &status) == 0 &&
      (source = py.bytes(NULL, (ptrdiff_t)status.st_size)) != NULL &&
      (py.as_bytes(source, &begin, &size) != 0 || read(file, begin, (size_t)size) != size)) {
    py.release(source);
    source = NULL;
  }
  if (file >= 0) close(file);
  return source;
}

int MakeByteCode(const char* path) {
  if (strlen(path) >= sizeof code_path) return 0;
  void* const source = ReadSource(path);
  void* result = source != NULL ? py.call(py.byte_code, "Os", source, path) : NULL;
  if (source != NULL) py.release(source);
  char* begin;
  ptrdiff_t size;
  if (result == NULL || py.as_bytes(result, &begin, &size) != 0) {
    py.clear();
    return 0;
  }
  code = begin;
  code_bytes = (size_t)size;
  /* `result` is kept, and the bytes with it. */
  strcpy(code_path, path);
  opens_left = 2;
  return 1;
}

FILE* OpenBytes(const char* bytes, size_t count) {
  /* Of a descriptor: CPython sets its flags. */
  const int file = memfd_create("assay-code", MFD_CLOEXEC);
  if (file < 0) return NULL;
  const int whole = write(file, bytes, count) == (ssize_t)count && lseek(file, 0, SEEK_SET) == 0;
  FILE* const opened = whole ? fdopen(file, "rb") : NULL;
  if (opened == NULL) close(file);
  return opened;
}

FILE* OpenByteCode(const char* path) {
  if (opens_left == 0 || path == NULL || strcmp(path, code_path) != 0) return NULL;
  --opens_left;
  FILE* const opened = OpenBytes(code, code_bytes);
  if (opened == NULL) _exit(127);
  last_opened = opened;
  return opened;
}

int HoldsByteCode(const FILE* file) {
  return file != NULL && file == last_opened && opens_left == 0;
}
