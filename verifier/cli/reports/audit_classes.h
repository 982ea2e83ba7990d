// The findings of the audit library (audit/catalog.h) as classes of bugs, for `verify explain`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reference/catalog/catalog.h"

namespace perft_verify::verifier {

inline constexpr std::string_view kAuditFamily = "Found by the audit library (docs/audit.md)";

/// A class with texts of its own.
struct AuditClass {
  std::string name, title, what, where, fix;
  /// Good as long as this is.
  [[nodiscard]] BugText text() const { return {name, title, what, where, fix}; }
};

/// The finding of that name, with or without the circumstance at its end; nothing if there is none.
std::optional<AuditClass> find_audit_class(std::string_view name);

/// Those without a circumstance, in the order of the catalog.
std::vector<AuditClass> audit_classes();

}  // namespace perft_verify::verifier
