#include "verifier/store/store.h"

#include <fmt/format.h>

#include <array>
#include <ctime>
#include <exception>
#include <filesystem>
#include <fstream>

#include "core/text/printable.h"

namespace perft_verify::verifier {
namespace {

using reference::Divide;

/// "PfVs", in the header of every SQLite file that is a store.
constexpr std::int64_t kApplication = 0x50665673;
constexpr std::int64_t kVersion = 1;
constexpr std::string_view kMagic{"SQLite format 3\0", 16};
constexpr std::chrono::milliseconds kPatience{5000};

// The literal text in the file: a file with anything else in it is not a store.
constexpr std::array<const char*, 2> kTables{
    "CREATE TABLE reference(id INTEGER PRIMARY KEY, name TEXT NOT NULL, program TEXT NOT NULL, "
    "arguments TEXT NOT NULL, checksum INTEGER NOT NULL, UNIQUE(program, arguments, name)) STRICT",
    "CREATE TABLE answer(reference INTEGER NOT NULL, position TEXT NOT NULL, "
    "chess960 INTEGER NOT NULL, depth INTEGER NOT NULL, counts TEXT NOT NULL, "
    "checksum INTEGER NOT NULL, added INTEGER NOT NULL, "
    "PRIMARY KEY(reference, position, chess960, depth)) STRICT, WITHOUT ROWID"};

/// Answers that were expensive to count are written at once, the rest in batches: at most this
/// many, and at most this old when the next one comes.
constexpr std::uint64_t kDear = 5'000'000;
constexpr std::size_t kBatch = 2000;
constexpr std::chrono::seconds kBatchTime{1};
/// The most answers to keep while the store is busy and cannot be written.
constexpr std::size_t kMostPending = 100'000;

enum class Begin : std::uint8_t { Nothing, Magic, Other };

/// The beginning of the file; SQLite itself would take a short foreign file for its own.
Begin begin_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, kMagic.size()> begin{};
  file.read(begin.data(), begin.size());
  const auto count = static_cast<std::size_t>(file.gcount());
  if (count == 0) return Begin::Nothing;
  return std::string_view(begin.data(), count) == kMagic ? Begin::Magic : Begin::Other;
}

DatabaseResult<void> damaged(std::string message) {
  return std::unexpected(DatabaseError{DatabaseFault::Damaged, std::move(message)});
}

DatabaseResult<void> make_tables(Database& database) {
  if (auto done = database.run("BEGIN IMMEDIATE"); !done) return done;
  // Another process may have been faster.
  const auto tables = database.number("SELECT count(*) FROM sqlite_master");
  if (!tables) return std::unexpected(tables.error());
  if (*tables == 0) {
    const std::string header = fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};",
                                           kApplication, kVersion);
    if (auto done = database.run(header.c_str()); !done) return done;
    for (const char* table : kTables)
      if (auto done = database.run(table); !done) return done;
  }
  return database.run("COMMIT");
}

}  // namespace

std::expected<std::unique_ptr<Store>, std::string> Store::open(const std::string& path,
                                                               Access access) {
  const auto fail = [&path](std::string_view what) {
    return std::unexpected(fmt::format("{}: {}", printable(path), what));
  };
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return fail("is a directory");
  const bool exists = std::filesystem::exists(path, ignored);
  if (!exists && access == Access::Read) return fail("there is no such store");
  if (exists && !std::filesystem::is_regular_file(path, ignored))
    return fail("is not a regular file");
  if (exists && begin_of(path) == Begin::Other) return fail("is not a store of reference answers");

  bool writable = access == Access::ReadAndWrite;
  auto database =
      Database::open(path, writable ? Database::Access::Write : Database::Access::Read, kPatience);
  if (!database && exists && database.error().fault == DatabaseFault::ReadOnly) {
    writable = false;
    database = Database::open(path, Database::Access::Read, kPatience);
  }
  if (!database) return fail(fmt::format("cannot be opened: {}", database.error().message));
  if (writable && (!exists || begin_of(path) == Begin::Nothing)) {
    if (auto made = make_tables(*database); !made)
      return fail(fmt::format("cannot be written: {}", made.error().message));
  }
  if (auto good = check_schema(*database); !good) return fail(good.error().message);
  return std::unique_ptr<Store>(new Store(path, std::move(*database), writable));
}

DatabaseResult<void> Store::check_schema(Database& database) {
  const auto application = database.number("PRAGMA application_id");
  if (!application)
    return damaged(fmt::format("is damaged, or no store ({})", application.error().message));
  if (*application != kApplication) return damaged("is another program's database");
  const auto version = database.number("PRAGMA user_version");
  if (!version || *version != kVersion)
    return damaged(fmt::format("was written by another version of verify ({}, this is {})",
                               version.value_or(0), kVersion));
  auto tables = database.prepare(
      "SELECT coalesce(sql, '') FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY rowid");
  if (!tables) return std::unexpected(tables.error());
  std::size_t at = 0;
  while (true) {
    const auto row = tables->step();
    if (!row) return damaged(fmt::format("is damaged ({})", row.error().message));
    if (!*row) break;
    if (at >= kTables.size() || tables->text(0) != kTables[at])
      return damaged("has tables that no store has");
    ++at;
  }
  if (at != kTables.size()) return damaged("lacks tables that a store has");
  return {};
}

Store::Store(std::string path, Database database, bool writable)
    : path_(std::move(path)),
      database_(std::move(database)),
      writable_(writable),
      flushed_(std::chrono::steady_clock::now()) {}

Store::~Store() {
  try {
    flush();
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
    // A question without a remembered answer is asked again.
  }
}

void Store::give_up(const DatabaseError& error, bool writing) {
  const bool was_damage = error.fault == DatabaseFault::Damaged;
  if (was_damage || !writing) readable_ = false;
  writable_ = false;
  // A store that may not be written is only read.
  const bool refused = was_damage || error.fault == DatabaseFault::ReadOnly;
  lost_answers_ = lost_answers_ || (writing && !refused);
  if (!trouble_.empty()) return;
  if (error.fault == DatabaseFault::Full) {
    trouble_ = fmt::format("the store {} cannot grow ({}): what was answered is not remembered",
                           printable(path_), error.message);
  } else if (was_damage) {
    trouble_ = fmt::format(
        "the store {} is damaged ({}) and no longer used in this run; remove it, and it is filled "
        "again",
        printable(path_), error.message);
  } else {
    trouble_ = fmt::format("the store {} cannot be {} ({}), and the run goes on without it",
                           printable(path_), writing ? "written" : "read", error.message);
  }
}

void Store::add_reference(const StoreReference& reference) {
  const std::lock_guard lock(mutex_);
  if (readable_ && !id_of(reference) && writable_) add_id(reference);
}

std::optional<std::int64_t> Store::id_of(const StoreReference& reference) {
  if (const auto known = ids_.find(reference); known != ids_.end()) return known->second;
  auto query = database_.prepare(
      "SELECT id, checksum FROM reference WHERE program = ? AND arguments = ? AND name = ?");
  if (!query) {
    give_up(query.error(), false);
    return std::nullopt;
  }
  query->bind(1, reference.program).bind(2, reference.arguments).bind(3, reference.name);
  const auto row = query->step();
  if (!row) give_up(row.error(), false);
  if (!row || !*row || query->number(1) != checksum_of(reference)) return std::nullopt;
  const std::int64_t id = query->number(0);
  ids_.emplace(reference, id);
  return id;
}

std::optional<std::int64_t> Store::add_id(const StoreReference& reference) {
  auto query = database_.prepare(
      "INSERT INTO reference(name, program, arguments, checksum) VALUES(?, ?, ?, ?) "
      // Its id stays, as answers just written by another process refer to it.
      "ON CONFLICT(program, arguments, name) DO UPDATE SET checksum = excluded.checksum");
  if (!query) {
    give_up(query.error(), false);
    return std::nullopt;
  }
  query->bind(1, reference.name).bind(2, reference.program).bind(3, reference.arguments);
  query->bind(4, checksum_of(reference));
  if (const auto done = query->step(); !done) {
    if (done.error().fault != DatabaseFault::Busy) give_up(done.error(), true);
    return std::nullopt;
  }
  return id_of(reference);
}

std::optional<Divide> Store::find(const StoreReference& reference, const AnswerKey& key) {
  const std::lock_guard lock(mutex_);
  const auto missing = [this]() -> std::optional<Divide> {
    ++counts_.missing;
    return std::nullopt;
  };
  if (const auto at = pending_.find({reference, key}); at != pending_.end()) {
    ++counts_.found;
    return parse_counts(key, at->second);
  }
  if (!readable_) return missing();
  const auto id = id_of(reference);
  if (!id) return missing();
  if (!find_) {
    auto query = database_.prepare(
        "SELECT counts, checksum FROM answer "
        "WHERE reference = ? AND position = ? AND chess960 = ? AND depth = ?");
    if (!query) {
      give_up(query.error(), false);
      return missing();
    }
    find_ = std::move(*query);
  }
  find_->bind(1, *id).bind(2, key.position).bind(3, std::int64_t{key.chess960});
  find_->bind(4, std::int64_t{key.depth});
  const auto row = find_->step();
  if (!row) {
    if (row.error().fault != DatabaseFault::Busy) give_up(row.error(), false);
    return missing();
  }
  if (!*row) return missing();
  const std::string counts = find_->text(0);
  const std::int64_t checksum = find_->number(1);
  find_->reset();
  auto answer =
      checksum == checksum_of(reference, key, counts) ? parse_counts(key, counts) : std::nullopt;
  if (!answer) {
    ++counts_.damaged;
    return missing();
  }
  ++counts_.found;
  return answer;
}

void Store::remember(const StoreReference& reference, const AnswerKey& key, const Divide& divide) {
  auto counts = counts_text(key, divide);
  const std::lock_guard lock(mutex_);
  if (!counts || !writable_ || pending_.size() >= kMostPending) return;
  pending_.insert_or_assign({reference, key}, std::move(*counts));
  const auto now = std::chrono::steady_clock::now();
  if (divide.total >= kDear || pending_.size() >= kBatch || now - flushed_ >= kBatchTime)
    flush_locked();
}

DatabaseResult<void> Store::forget(const StoreReference& reference, const AnswerKey& key) {
  const std::lock_guard lock(mutex_);
  pending_.erase({reference, key});
  if (!writable_) return std::unexpected(DatabaseError{DatabaseFault::ReadOnly, "read-only"});
  const auto id = id_of(reference);
  if (!id) return {};
  auto query = database_.prepare(
      "DELETE FROM answer WHERE reference = ? AND position = ? AND chess960 = ? AND depth = ?");
  if (!query) return std::unexpected(query.error());
  query->bind(1, *id).bind(2, key.position).bind(3, std::int64_t{key.chess960});
  query->bind(4, std::int64_t{key.depth});
  if (const auto done = query->step(); !done) return std::unexpected(done.error());
  return {};
}

bool Store::flush() {
  const std::lock_guard lock(mutex_);
  return flush_locked();
}

bool Store::flush_locked() {
  if (pending_.empty()) return trouble_.empty();
  flushed_ = std::chrono::steady_clock::now();
  const auto written = write_pending();
  if (!written) {
    if (database_.in_transaction()) (void)database_.run("ROLLBACK");
    ids_.clear();  // an id that was rolled back is invalid
    // If another process is writing, this is done later.
    if (written.error().fault == DatabaseFault::Busy) return false;
    give_up(written.error(), true);
    pending_.clear();
    return false;
  }
  pending_.clear();
  return true;
}

DatabaseResult<void> Store::write_pending() {
  if (auto begun = database_.run("BEGIN IMMEDIATE"); !begun) return begun;
  ids_.clear();  // another process may have pruned the reference since
  if (!insert_) {
    auto query = database_.prepare(
        "INSERT OR REPLACE INTO answer(reference, position, chess960, depth, counts, checksum, "
        "added) VALUES(?, ?, ?, ?, ?, ?, ?)");
    if (!query) return std::unexpected(query.error());
    insert_ = std::move(*query);
  }
  const auto now = static_cast<std::int64_t>(std::time(nullptr));
  for (const auto& [what, counts] : pending_) {
    const auto& [reference, key] = what;
    auto id = id_of(reference);
    if (!id) id = add_id(reference);
    if (!id) return std::unexpected(DatabaseError{DatabaseFault::Other, "no reference"});
    insert_->bind(1, *id).bind(2, key.position).bind(3, std::int64_t{key.chess960});
    insert_->bind(4, std::int64_t{key.depth}).bind(5, counts);
    insert_->bind(6, checksum_of(reference, key, counts)).bind(7, now);
    if (const auto done = insert_->step(); !done) return std::unexpected(done.error());
  }
  if (auto done = database_.run("COMMIT"); !done) return done;
  counts_.written += pending_.size();
  return {};
}

Store::Counts Store::counts() {
  const std::lock_guard lock(mutex_);
  return counts_;
}

bool Store::lost_answers() {
  const std::lock_guard lock(mutex_);
  return lost_answers_;
}

std::string Store::trouble() {
  const std::lock_guard lock(mutex_);
  return trouble_;
}

}  // namespace perft_verify::verifier
