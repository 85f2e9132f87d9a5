#define _GNU_SOURCE
#include "sandbox/zygote/preload/interpreter_state.h"

#include <dlfcn.h>
#include <stddef.h>

/* How many are looked at; the smallest state (CPython 3.10) is larger. */
enum { kWords = 1024 };

static void** Words(void) {
  void* (*interpreter)(void) = (void* (*)(void))dlsym(RTLD_DEFAULT, "PyInterpreterState_Get");
  return interpreter != NULL ? interpreter() : NULL;
}

void** FindWordRead(void* (*accessor)(void), void* other) {
  void** const words = Words();
  void* const usual = accessor();
  for (int i = 0; words != NULL && i < kWords; ++i) {
    if (words[i] != usual) continue;
    words[i] = other;
    const int read = accessor() == other;
    words[i] = usual;
    if (read) return &words[i];
  }
  return NULL;
}

void** FindWordHolding(const void* object) {
  void** const words = Words();
  void** found = NULL;
  for (int i = 0; words != NULL && i < kWords; ++i) {
    if (words[i] != object) continue;
    if (found != NULL) return NULL;
    found = &words[i];
  }
  return found;
}
