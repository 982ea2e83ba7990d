// The kinds of faults that the audit can find. Each has a stable name, a title in words, and a
// place to look. The name of a bug is the name of its fault and, after a hyphen, of the
// circumstance that all its instances share: `captures-missing-en-passant`.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace perft_verify::audit {

enum class Fault : std::uint8_t {
#define FAULT(id, ...) id,
#include "audit/faults-inl.h"
};

struct FaultText {
  Fault fault;
  std::string_view name;
  std::string_view title;
  std::string_view where;
};

/// All faults, in the order of the enumeration.
std::span<const FaultText> all_faults();
const FaultText& text_of(Fault fault);

/// Faults that the same checks find.
struct FaultGroup {
  Fault last;  // in the order of the enumeration
  unsigned families;
  std::string_view what;  // how they are found
  std::string_view fix;   // the change that mends most of them
};
const FaultGroup& group_of(Fault fault);

/// The name of a finding, taken apart.
struct FindingName {
  const FaultText* fault;
  std::string_view circumstance;  // "en-passant"; empty if there is none
  std::string_view in_words;      // "en passant"; empty if there is none
};
/// Nothing if no finding can have that name.
std::optional<FindingName> finding_named(std::string_view name);

/// The meaning of a circumstance; empty if there is none of that name.
std::string_view words_of(std::string_view circumstance);

}  // namespace perft_verify::audit
