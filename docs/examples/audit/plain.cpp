// The same without any framework.
#include <iostream>

#include "engine_adapter.h"
#include "perft_verify/audit.h"

int main() {
  EngineAdapter engine;
  perft_verify::AuditOptions options;
  options.depth = 1;
  const perft_verify::Audit audit = perft_verify::audit(engine, options);
  std::cout << audit.text();
  return audit.ok() ? 0 : 1;
}
