// The operations of `verify store` on a store as a whole.
#include <ctime>

#include "verifier/store/store.h"

namespace perft_verify::verifier {

DatabaseResult<std::vector<Store::Contents>> Store::contents() {
  std::map<StoreReference, Contents> found;
  const auto counted = for_each([&](const RememberedAnswer& answer) {
    Contents& contents = found[answer.reference];
    contents.reference = answer.reference;
    ++contents.answers;
    ++contents.by_depth[answer.key.depth];
    return true;
  });
  if (!counted) return std::unexpected(counted.error());
  std::vector<Contents> result;
  for (auto& [reference, contents] : found) result.push_back(std::move(contents));
  return result;
}

DatabaseResult<std::uint64_t> Store::for_each(
    const std::function<bool(const RememberedAnswer&)>& take) {
  const std::lock_guard lock(mutex_);
  auto query = database_.prepare(
      "SELECT name, program, arguments, r.checksum, position, chess960, depth, counts, a.checksum "
      "FROM answer AS a LEFT JOIN reference AS r ON r.id = a.reference "
      "ORDER BY name, program, arguments, position, chess960, depth");
  if (!query) return std::unexpected(query.error());
  std::uint64_t damaged = 0;
  while (true) {
    const auto row = query->step();
    if (!row) return std::unexpected(row.error());
    if (!*row) return damaged;
    RememberedAnswer answer;
    answer.reference = {query->text(0), query->text(1), query->text(2)};
    answer.key = {query->text(4), query->number(5) != 0, static_cast<int>(query->number(6))};
    const std::string counts = query->text(7);
    const bool passes = query->number(3) == checksum_of(answer.reference) &&
                        query->number(8) == checksum_of(answer.reference, answer.key, counts);
    auto divide = passes ? parse_counts(answer.key, counts) : std::nullopt;
    if (!divide) {
      ++damaged;
      continue;
    }
    answer.divide = std::move(*divide);
    if (!take(answer)) return damaged;
  }
}

DatabaseResult<void> Store::add_all(const std::vector<RememberedAnswer>& answers) {
  const std::lock_guard lock(mutex_);
  if (!writable_) return std::unexpected(DatabaseError{DatabaseFault::ReadOnly, "read-only"});
  for (const RememberedAnswer& answer : answers)
    if (auto counts = counts_text(answer.key, answer.divide))
      pending_.insert_or_assign({answer.reference, answer.key}, std::move(*counts));
  if (pending_.empty()) return {};
  auto written = write_pending();
  if (!written && database_.in_transaction()) (void)database_.run("ROLLBACK");
  if (!written) ids_.clear();
  pending_.clear();
  return written;
}

DatabaseResult<std::string> Store::examine() {
  const std::lock_guard lock(mutex_);
  auto query = database_.prepare("PRAGMA integrity_check(10)");
  if (!query) return std::unexpected(query.error());
  std::string text;
  while (true) {
    const auto row = query->step();
    if (!row) return std::unexpected(row.error());
    if (!*row) return text == "ok" ? std::string() : text;
    text += (text.empty() ? "" : "; ") + query->text(0);
  }
}

DatabaseResult<std::uint64_t> Store::prune(const Pruning& pruning) {
  const std::lock_guard lock(mutex_);
  if (!writable_) return std::unexpected(DatabaseError{DatabaseFault::ReadOnly, "read-only"});
  if (auto begun = database_.run("BEGIN IMMEDIATE"); !begun) return std::unexpected(begun.error());
  const auto remove = [&]() -> DatabaseResult<std::uint64_t> {
    auto query = database_.prepare(
        "SELECT name, program, arguments, r.checksum, a.reference, position, chess960, depth, "
        "counts, a.checksum, added FROM answer AS a LEFT JOIN reference AS r "
        "ON r.id = a.reference");
    if (!query) return std::unexpected(query.error());
    struct Doomed {
      std::int64_t reference;
      AnswerKey key;
    };
    std::vector<Doomed> doomed;
    const auto now = static_cast<std::int64_t>(std::time(nullptr));
    while (true) {
      const auto row = query->step();
      if (!row) return std::unexpected(row.error());
      if (!*row) break;
      const StoreReference reference{query->text(0), query->text(1), query->text(2)};
      AnswerKey key{query->text(5), query->number(6) != 0, static_cast<int>(query->number(7))};
      const std::string counts = query->text(8);
      const bool passes = query->number(3) == checksum_of(reference) &&
                          query->number(9) == checksum_of(reference, key, counts) &&
                          parse_counts(key, counts);
      const bool old = pruning.older_than && now - query->number(10) > pruning.older_than->count();
      const bool named = pruning.reference && *pruning.reference == reference.name;
      if (!passes || old || named) doomed.push_back({query->number(4), std::move(key)});
    }
    auto erase = database_.prepare(
        "DELETE FROM answer WHERE reference = ? AND position = ? AND chess960 = ? AND depth = ?");
    if (!erase) return std::unexpected(erase.error());
    for (const auto& [reference, key] : doomed) {
      erase->bind(1, reference).bind(2, key.position).bind(3, std::int64_t{key.chess960});
      erase->bind(4, std::int64_t{key.depth});
      if (const auto done = erase->step(); !done) return std::unexpected(done.error());
    }
    if (auto done =
            database_.run("DELETE FROM reference WHERE id NOT IN (SELECT reference FROM answer)");
        !done)
      return std::unexpected(done.error());
    if (auto done = database_.run("COMMIT"); !done) return std::unexpected(done.error());
    return doomed.size();
  };
  auto removed = remove();
  ids_.clear();
  if (!removed) {
    if (database_.in_transaction()) (void)database_.run("ROLLBACK");
    return removed;
  }
  if (auto done = database_.run("VACUUM"); !done) return std::unexpected(done.error());
  return removed;
}

}  // namespace perft_verify::verifier
