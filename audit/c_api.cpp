// The C interface: what callers give is checked here, and everything they get is owned here.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>

#include "audit/checks.h"
#include "audit/finding.h"
#include "audit/suites.h"
#include "audit/walk.h"
#include "core/fen.h"
#include "core/text/printable.h"

using namespace perft_verify;
using namespace perft_verify::audit;

struct perft_verify_audit_result {
  std::string error;
  std::vector<Finding> findings;
  std::string summary;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

namespace {

/// The callbacks that the caller knows of; those of a later version are null. An error in words.
std::expected<perft_verify_adapter, std::string> checked(const perft_verify_adapter* given) {
  perft_verify_adapter adapter{};
  if (given == nullptr) return std::unexpected("there is no adapter");
  if (given->size < offsetof(perft_verify_adapter, fen))
    return std::unexpected("`size` of the adapter has to be sizeof(perft_verify_adapter)");
  std::memcpy(&adapter, given, std::min(given->size, sizeof adapter));
  if (adapter.set_fen == nullptr || adapter.moves == nullptr || adapter.text == nullptr ||
      adapter.make == nullptr || adapter.unmake == nullptr)
    return std::unexpected("the adapter needs set_fen, moves, text, make and unmake");
  return adapter;
}

/// Runs `work(session)`, which returns an error or nothing, and makes a result of it.
template <typename Work>
perft_verify_audit_result* run(const perft_verify_adapter* given,
                               const perft_verify_audit_options* options, const Work& work) {
  auto result = std::make_unique<perft_verify_audit_result>();
  const auto adapter = checked(given);
  if (!adapter) {
    result->error = adapter.error();
    return result.release();
  }
  const auto started = std::chrono::steady_clock::now();
  const Settings settings = settings_of(options);
  Tally tally;
  Subject subject(*adapter);
  Session session(subject, settings, tally);
  result->error = work(session);
  result->nodes = tally.nodes;
  const auto since = [&] { return std::chrono::steady_clock::now() - started; };
  result->summary = summary_of(tally, settings, *adapter, since());
  result->findings = findings_of(subject, settings, std::move(session.failures));
  result->seconds = std::chrono::duration<double>(since()).count();
  return result.release();
}

/// All rows, or the one with that number.
std::string walk_rows(Session& session, std::optional<std::size_t> only) {
  const auto read = rows_of(session.settings.suite);
  if (!read) return read.error();
  const std::vector<SuiteRow>& rows = **read;
  if (only && *only >= rows.size())
    return fmt::format("{} has {} rows", printable(session.settings.suite), rows.size());
  learn_hashes(session);
  for (std::size_t row = 0; row < rows.size() && !session.enough(); ++row) {
    if (only && row != *only) continue;
    session.row = rows[row].name;
    session.row_number = row;
    walk(session, rows[row].position);
  }
  return "";
}

}  // namespace

void perft_verify_audit_defaults(perft_verify_audit_options* options) {
  const Settings settings;
  *options = {.size = sizeof *options,
              .suite = "gate",
              .depth = settings.depth,
              .max_nodes = settings.max_nodes,
              .checks = settings.checks,
              .code_interval = settings.code_interval,
              .max_findings = settings.max_findings,
              .key_positions = settings.key_positions,
              .key_bits = settings.key_bits,
              .seed = settings.seed,
              .legal_sublists = 0};
}

perft_verify_audit_result* perft_verify_audit_suite(const perft_verify_adapter* adapter,
                                                    const perft_verify_audit_options* options) {
  return run(adapter, options, [](Session& session) { return walk_rows(session, std::nullopt); });
}

perft_verify_audit_result* perft_verify_audit_row(const perft_verify_adapter* adapter,
                                                  const perft_verify_audit_options* options,
                                                  size_t row) {
  return run(adapter, options, [row](Session& session) { return walk_rows(session, row); });
}

perft_verify_audit_result* perft_verify_audit_fen(const perft_verify_adapter* adapter,
                                                  const perft_verify_audit_options* options,
                                                  const char* fen) {
  return run(adapter, options, [fen](Session& session) -> std::string {
    const std::string_view text = fen != nullptr ? fen : "";
    const auto parsed = parse_fen(text == "startpos" ? kStartPosition : text);
    if (!parsed)
      return fmt::format("FEN, byte {}: {}", parsed.error().offset + 1, parsed.error().message());
    learn_hashes(session);
    walk(session, parsed->position);
    return "";
  });
}

perft_verify_audit_result* perft_verify_audit_here(const perft_verify_adapter* adapter,
                                                   const perft_verify_audit_options* options,
                                                   int chess960) {
  return run(adapter, options, [chess960](Session& session) -> std::string {
    if (session.subject.calls().fen == nullptr) return "the adapter needs fen";
    const std::string fen(session.subject.fen());
    const auto parsed = parse_fen_as(fen, chess960 != 0);
    if (!parsed)
      return fmt::format("fen() is '{}', which no position can have, byte {}: {}", printable(fen),
                         parsed.error().offset + 1, parsed.error().message());
    walk(session, parsed->position, true);
    return "";
  });
}

perft_verify_audit_result* perft_verify_audit_keys(const perft_verify_adapter* adapter,
                                                   const perft_verify_audit_options* options) {
  return run(adapter, options, [](Session& session) -> std::string {
    if (session.subject.calls().key == nullptr) return "the adapter needs key";
    check_collisions(session);
    return "";
  });
}

const char* perft_verify_audit_error(const perft_verify_audit_result* result) {
  return result->error.empty() ? nullptr : result->error.c_str();
}

size_t perft_verify_audit_findings(const perft_verify_audit_result* result) {
  return result->findings.size();
}

const char* perft_verify_audit_finding(const perft_verify_audit_result* result, size_t finding,
                                       perft_verify_field field) {
  constexpr std::array kFields{&Finding::bug,   &Finding::title,   &Finding::sentence,
                               &Finding::where, &Finding::cause,   &Finding::row,
                               &Finding::root,  &Finding::path,    &Finding::position,
                               &Finding::move,  &Finding::reduced, &Finding::reduced_moves,
                               &Finding::board, &Finding::text};
  const auto at = static_cast<std::size_t>(field);
  if (finding >= result->findings.size() || at >= kFields.size()) return "";
  return (result->findings[finding].*kFields[at]).c_str();
}

uint64_t perft_verify_audit_times(const perft_verify_audit_result* result, size_t finding) {
  return finding < result->findings.size() ? result->findings[finding].times : 0;
}

uint64_t perft_verify_audit_nodes(const perft_verify_audit_result* result) { return result->nodes; }

double perft_verify_audit_seconds(const perft_verify_audit_result* result) {
  return result->seconds;
}

const char* perft_verify_audit_summary(const perft_verify_audit_result* result) {
  return result->summary.c_str();
}

void perft_verify_audit_free(perft_verify_audit_result* result) { delete result; }

size_t perft_verify_suite_rows(const char* suite) {
  const auto rows = rows_of(suite != nullptr ? suite : "");
  return rows ? (*rows)->size() : 0;
}

const char* perft_verify_suite_row_name(const char* suite, size_t row) {
  thread_local std::string name;
  const auto rows = rows_of(suite != nullptr ? suite : "");
  if (!rows || row >= (*rows)->size()) return nullptr;
  name = (**rows)[row].name;
  return name.c_str();
}
