#include "audit/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace perft_verify::audit {
namespace {

/// The summary has a hint if is_legal and is_pseudo_legal take longer.
constexpr Time kLong = std::chrono::seconds(2);

struct ProbeText {
  std::string_view name;
  bool wanted;
  bool provided;
  std::string_view missing;  // the functions without which it cannot be done
};

std::array<ProbeText, kProbes> texts_of(const Settings& settings, const perft_verify_adapter& a) {
  const auto on = [&](unsigned family) { return (settings.checks & family) != 0; };
  const bool list = on(PERFT_VERIFY_LEGAL_LIST);
  const bool parts = on(PERFT_VERIFY_SUBLISTS);
  const bool attacks = on(PERFT_VERIFY_ATTACKS);
  const bool keys = on(PERFT_VERIFY_KEYS);
  const bool restored = on(PERFT_VERIFY_RESTORED);
  return {{
      {"legal list", list, true, ""},
      {"captures and quiets", parts, a.captures != nullptr || a.quiets != nullptr,
       "captures, quiets"},
      {"evasions", parts, a.evasions != nullptr, "evasions"},
      {"checks", parts, a.checks != nullptr, "checks"},
      {"quiet checks", parts, a.quiet_checks != nullptr, "quiet_checks"},
      {"picker", on(PERFT_VERIFY_PICKER), a.picked != nullptr, "picked"},
      {"is_legal, codes", on(PERFT_VERIFY_CODES), a.is_legal != nullptr, "is_legal"},
      {"is_pseudo_legal, codes", on(PERFT_VERIFY_CODES), a.is_pseudo_legal != nullptr,
       "is_pseudo_legal"},
      {"gives_check, moves", on(PERFT_VERIFY_GIVES_CHECK), a.gives_check != nullptr, "gives_check"},
      {"in_check", attacks, a.in_check != nullptr, "in_check"},
      {"checkers", attacks, a.checkers != nullptr, "checkers"},
      {"pinned", attacks, a.pinned != nullptr, "pinned"},
      {"attackers, squares", attacks, a.attackers != nullptr, "attackers"},
      {"FEN", on(PERFT_VERIFY_FEN), a.fen != nullptr, "fen"},
      {"key against the FEN's", keys, a.key != nullptr, "key"},
      {"pawn key", keys, a.pawn_key != nullptr, "pawn_key"},
      {"material key", keys, a.material_key != nullptr, "material_key"},
      {"key_after, moves", keys, a.key != nullptr && a.key_after != nullptr, "key_after"},
      {"keys of changed positions", keys,
       a.key != nullptr || a.pawn_key != nullptr || a.material_key != nullptr, "key"},
      {"key by two paths", keys, a.key != nullptr, "key"},
      {"keys of random games", false, true, ""},
      {"null move", on(PERFT_VERIFY_NULL_MOVE),
       a.null_move != nullptr && a.undo_null_move != nullptr, "null_move, undo_null_move"},
      {"unmake, list", list, true, ""},
      {"unmake, FEN", restored, a.fen != nullptr, "fen"},
      {"unmake, key", restored, a.key != nullptr, "key"},
      {"unmake, same", restored, a.save != nullptr && a.same != nullptr && a.release != nullptr,
       "same"},
  }};
}

/// Why something was never checked that could have been.
std::string why_never(std::size_t probe, const Settings& settings) {
  if (probe == static_cast<std::size_t>(Probe::IsLegal) ||
      probe == static_cast<std::size_t>(Probe::IsPseudoLegal))
    return fmt::format("code_interval is {}", settings.code_interval);
  return settings.depth == 0 ? "no position for it, at depth 0" : "no position for it";
}

/// Adds a name to a list in words, unless it is there already.
void add_once(std::string& list, std::string_view name) {
  if (fmt::format(", {},", list).contains(fmt::format(", {},", name))) return;
  list += fmt::format("{}{}", list.empty() ? "" : ", ", name);
}

/// Copies as much of `from` as both sides know; `from` begins with its size.
template <typename Struct>
void copy_known(Struct& to, const Struct& from) {
  std::memcpy(&to, &from, std::min(from.size, sizeof(Struct)));
}

}  // namespace

Settings settings_of(const perft_verify_audit_options* options) {
  Settings settings;
  if (options == nullptr) return settings;
  perft_verify_audit_options known;
  perft_verify_audit_defaults(&known);
  copy_known(known, *options);
  if (known.suite != nullptr) settings.suite = known.suite;
  settings.depth = known.depth;
  settings.max_nodes = known.max_nodes;
  settings.checks = known.checks;
  settings.code_interval = known.code_interval;
  settings.max_findings = known.max_findings;
  settings.key_positions = known.key_positions;
  settings.key_bits = known.key_bits;
  settings.seed = known.seed;
  settings.legal_sublists = known.legal_sublists != 0;
  return settings;
}

std::string summary_of(const Tally& tally, const Settings& settings,
                       const perft_verify_adapter& adapter, Time taken) {
  std::string lines;
  if (tally.rows > 0)
    lines += fmt::format("{} positions of {} row{}, {} plies deep\n", tally.nodes, tally.rows,
                         tally.rows == 1 ? "" : "s", settings.depth);
  if (tally.rows_of_chess960 > 0)
    lines +=
        fmt::format("{} rows of Chess960 left out: the adapter has none\n", tally.rows_of_chess960);
  if (tally.incomplete_rows > 0)
    lines += fmt::format("{} rows not completely: max_nodes is {}\n", tally.incomplete_rows,
                         settings.max_nodes);
  std::string missing;
  std::string unwanted;
  const auto texts = texts_of(settings, adapter);
  const bool walked = tally.rows > 0;
  for (std::size_t at = 0; at < kProbes; ++at) {
    const ProbeText& text = texts[at];
    if (adapter.copies != 0 && text.name.starts_with("unmake")) continue;
    if (tally.probes[at] > 0) {
      lines += fmt::format("  {:<26}{:>12} times\n", text.name, tally.probes[at]);
    } else if (!walked) {
      continue;  // only the keys of random games were asked for
    } else if (text.wanted && text.provided) {
      lines += fmt::format("  {:<26}       never: {}\n", text.name, why_never(at, settings));
    } else if (text.wanted) {
      add_once(missing, text.missing);
    } else if (!text.missing.empty()) {
      add_once(unwanted, text.name);
    }
  }
  if (tally.code_time > kLong && 2 * tally.code_time > taken)
    lines += fmt::format(
        "is_legal and is_pseudo_legal took {:.0f} of {:.0f} seconds: with a larger code_interval, "
        "which is {}, they are asked less often\n",
        tally.code_time.count(), taken.count(), settings.code_interval);
  if (walked && adapter.copies != 0) lines += "unmake: none, positions are copied\n";
  if (!tally.keys.empty()) lines += "  " + tally.keys + '\n';
  if (!missing.empty()) lines += "not checked, the adapter has no: " + missing + '\n';
  if (!unwanted.empty()) lines += "not checked, switched off: " + unwanted + '\n';
  return lines;
}

}  // namespace perft_verify::audit
