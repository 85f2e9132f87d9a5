#define _GNU_SOURCE
#include "sandbox/zygote/preload/byte_code.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The warnings' filter makes each one an error while the program is compiled. */
static const char kByteCode[] =
    "import _warnings, marshal\n"
    "import _frozen_importlib_external as machinery\n"
    /* Marshalling orders a frozenset's elements anew, and who iterates over it would see that. */
    "def reorders(code):\n"
    "    for each in code if type(code) is tuple else code.co_consts:\n"
    "        if type(each) is frozenset and len(each) > 1:\n"
    "            return True\n"
    "        if (type(each) is tuple or hasattr(each, 'co_consts')) and reorders(each):\n"
    "            return True\n"
    "    return False\n"
    "def byte_code(path, machinery=machinery, marshal=marshal, warnings=_warnings):\n"
    "    filters = getattr(sys.modules.get('warnings'), 'filters', warnings.filters)\n"
    "    try:\n"
    "        with open(path, 'rb') as file:\n"
    "            source = file.read()\n"
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

static void* byte_code_function;
static const char* code;
static size_t code_bytes;
static char code_path[4096];
static int opens_left;
static const FILE* last_opened;

static int IsBytes(void* object, const char** bytes, size_t* size) {
  char* begin = NULL;
  long length = 0;
  int (*as_bytes)(void*, char**, long*) =
      (int (*)(void*, char**, long*))dlsym(RTLD_DEFAULT, "PyBytes_AsStringAndSize");
  if (as_bytes(object, &begin, &length) != 0) return 0;
  *bytes = begin;
  *size = (size_t)length;
  return 1;
}

int AddByteCode(void* globals) {
  enum { kFileInput = 257 }; /* Py_file_input */
  void* (*run_string)(const char*, int, void*, void*) =
      (void* (*)(const char*, int, void*, void*))dlsym(RTLD_DEFAULT, "PyRun_String");
  void* (*get_item)(void*, const char*) =
      (void* (*)(void*, const char*))dlsym(RTLD_DEFAULT, "PyDict_GetItemString");
  if (run_string(kByteCode, kFileInput, globals, globals) == NULL) return 0;
  byte_code_function = get_item(globals, "byte_code");
  return byte_code_function != NULL;
}

int MakeByteCode(const char* path) {
  if (strlen(path) >= sizeof code_path) return 0;
  void* (*call)(void*, const char*, ...) =
      (void* (*)(void*, const char*, ...))dlsym(RTLD_DEFAULT, "PyObject_CallFunction");
  void (*clear)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "PyErr_Clear");
  void* result = call(byte_code_function, "s", path);
  if (result == NULL || !IsBytes(result, &code, &code_bytes)) {
    clear();
    return 0;
  }
  /* `result` is kept, and the bytes with it. */
  strcpy(code_path, path);
  opens_left = 2;
  return 1;
}

FILE* OpenByteCode(const char* path) {
  if (opens_left == 0 || path == NULL || strcmp(path, code_path) != 0) return NULL;
  --opens_left;
  /* Of a descriptor: CPython sets its flags. */
  const int file = memfd_create("assay-code", MFD_CLOEXEC);
  if (file < 0 || write(file, code, code_bytes) != (ssize_t)code_bytes ||
      lseek(file, 0, SEEK_SET) != 0) {
    _exit(127);
  }
  FILE* const opened = fdopen(file, "rb");
  last_opened = opened;
  return opened;
}

int HoldsByteCode(const FILE* file) {
  return file != NULL && file == last_opened && opens_left == 0;
}
