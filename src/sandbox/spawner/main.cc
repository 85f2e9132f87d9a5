#include "sandbox/spawner/spawner_main.h"

int main() {
  return assay::SpawnerMain();
}
