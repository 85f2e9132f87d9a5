#define _GNU_SOURCE
#include "sandbox/zygote/preload/quick_exit.h"

#include <link.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static unsigned long long loaded_at_start;
static int allowed;

static int ReadLoaded(struct dl_phdr_info* info, size_t size, void* loaded) {
  (void)size;
  *(unsigned long long*)loaded = info->dlpi_adds;
  return 1; /* it is the same for all */
}

/* How many libraries were loaded so far. */
static unsigned long long Loaded(void) {
  unsigned long long loaded = 0;
  dl_iterate_phdr(ReadLoaded, &loaded);
  return loaded;
}

void NoteLibraries(void) {
  loaded_at_start = Loaded();
}

static void Leave(int status, void* unused) {
  (void)unused;
  if (!allowed || Loaded() != loaded_at_start) return;
  fflush(NULL);
  _exit(status);
}

void PrepareQuickExit(void) {
  if (Loaded() == loaded_at_start) on_exit(Leave, NULL);
}

void AllowQuickExit(void) {
  allowed = 1;
}
