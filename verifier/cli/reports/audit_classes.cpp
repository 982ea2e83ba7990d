#include "verifier/cli/reports/audit_classes.h"

#include <fmt/format.h>

#include "audit/catalog.h"

namespace perft_verify::verifier {
namespace {

AuditClass class_of(const audit::FaultText& fault) {
  const audit::FaultGroup& group = audit::group_of(fault.fault);
  return {std::string(fault.name), std::string(fault.title), std::string(group.what),
          std::string(fault.where), std::string(group.fix)};
}

}  // namespace

std::optional<AuditClass> find_audit_class(std::string_view name) {
  const auto found = audit::finding_named(name);
  if (!found) return std::nullopt;
  AuditClass all = class_of(*found->fault);
  if (found->circumstance.empty()) return all;
  all.name = name;
  all.title += fmt::format(": {}", found->in_words);
  all.what +=
      fmt::format(" All the answers that are wrong have to do with this: {}.", found->in_words);
  return all;
}

std::vector<AuditClass> audit_classes() {
  std::vector<AuditClass> classes;
  for (const audit::FaultText& fault : audit::all_faults()) classes.push_back(class_of(fault));
  return classes;
}

}  // namespace perft_verify::verifier
