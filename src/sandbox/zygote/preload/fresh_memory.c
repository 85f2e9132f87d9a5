#define _GNU_SOURCE
#include "sandbox/zygote/preload/fresh_memory.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

/* CPython's small objects (Objects/obmalloc.c): classes of 16 bytes up to 512, each in pools of
 * 16 KiB (4 KiB before 3.10) that begin with a header of 48 bytes. */
enum { kClassBytes = 16, kLargestSmall = 512, kPoolBytes = 16384, kPoolHeader = 48 };
enum { kMostPools = 32 }; /* of a class */

static void FillPools(void) {
  void* (*allocate)(size_t) = (void* (*)(size_t))dlsym(RTLD_DEFAULT, "PyObject_Malloc");
  if (allocate == NULL) return;
  for (size_t bytes = kClassBytes; bytes <= kLargestSmall; bytes += kClassBytes) {
    /* The first block of a pool was taken: those before it are full. It stays taken, or its pool
     * would be no pool of this class again. */
    for (size_t i = 0; i < kMostPools * kPoolBytes / bytes; ++i) {
      const uintptr_t at = (uintptr_t)allocate(bytes);
      if (at == 0 || at % kPoolBytes == kPoolHeader) break;
    }
  }
}

/* Of the C library's: larger pieces first, until what it gives lies behind all it has. */
static void FillHeap(void) {
  enum { kLargest = 100000, kSmallest = 16, kFine = 4096, kCoarseStep = 1024 };
  free(malloc(kLargest)); /* the heap grows once, here */
  const uintptr_t end = (uintptr_t)sbrk(0) - mallinfo2().keepcost;
  for (size_t bytes = kLargest; bytes >= kSmallest;
       bytes -= bytes > kFine ? kCoarseStep : kSmallest) {
    void* piece;
    do {
      piece = malloc(bytes);
      if (piece == NULL) return;
    } while ((uintptr_t)piece < end);
    free(piece);
  }
}

void FillHoles(void) {
  FillPools();
  FillHeap();
}
