// The same without any framework.
#include <iostream>

#include "engine_adapter.h"
#include "perft_verify/audit.h"

int main() {
  EngineAdapter engine;
  perft_verify::AuditOptions options;
  options.depth = 1;
  options.key_positions = 100'000;
  const perft_verify::Audit audit = perft_verify::audit(engine, options);
  const perft_verify::Audit keys = perft_verify::audit_keys(engine, options);
  std::cout << audit.text() << keys.text();
  return audit.ok() && keys.ok() ? 0 : 1;
}
