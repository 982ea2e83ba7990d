// The store: answers of references, in a file that several processes may use at once.
//
// It is a cache and never an authority: a record with a wrong checksum is ignored, a damaged or
// full file is no longer used, and the run continues by asking. Errors are reported once, by
// `trouble`.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

#include "verifier/store/answer_record.h"
#include "verifier/store/database.h"

namespace perft_verify::verifier {

struct RememberedAnswer {
  StoreReference reference;
  AnswerKey key;
  reference::Divide divide;
};

class Store {
 public:
  enum class Access : std::uint8_t { Read, ReadAndWrite };

  /// Makes the file if there is none and it may be written. An existing file that is not a store is
  /// never written to. The error is one sentence with the path.
  static std::expected<std::unique_ptr<Store>, std::string> open(const std::string& path,
                                                                 Access access);
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  /// Writes all pending answers.
  ~Store();

  [[nodiscard]] const std::string& path() const { return path_; }

  /// To be called for a reference that works.
  void add_reference(const StoreReference& reference);

  std::optional<reference::Divide> find(const StoreReference& reference, const AnswerKey& key);
  /// Replaces an earlier answer. An answer that contradicts itself is not kept. Cheap ones are
  /// written in batches.
  void remember(const StoreReference& reference, const AnswerKey& key,
                const reference::Divide& divide);
  /// Removes the answer: it was not confirmed, for example.
  DatabaseResult<void> forget(const StoreReference& reference, const AnswerKey& key);
  /// Whether everything could be written.
  bool flush();

  struct Counts {
    std::uint64_t found = 0;    // answers that need not be asked for
    std::uint64_t missing = 0;  // searched but not found
    std::uint64_t damaged = 0;  // of these, records with a wrong checksum
    std::uint64_t written = 0;
  };
  [[nodiscard]] Counts counts();
  /// The reason why it is no longer used, in one sentence with advice; empty if it is.
  [[nodiscard]] std::string trouble();
  /// Whether an answer could not be written: a full disk, an error of the device.
  [[nodiscard]] bool lost_answers();

  // For `verify store`.

  struct Contents {
    StoreReference reference;
    std::uint64_t answers = 0;
    std::map<int, std::uint64_t> by_depth;
  };
  DatabaseResult<std::vector<Contents>> contents();
  /// Visits every answer, in an order that does not depend on when it was written. Stops at the
  /// first `false`. Returns the number of records with a wrong checksum.
  DatabaseResult<std::uint64_t> for_each(const std::function<bool(const RememberedAnswer&)>& take);
  /// Adds all of them or, after an error, none.
  DatabaseResult<void> add_all(const std::vector<RememberedAnswer>& answers);
  /// The damage that SQLite finds in the file as a whole; empty if none.
  DatabaseResult<std::string> examine();
  struct Pruning {
    std::optional<std::chrono::seconds> older_than;
    std::optional<std::string> reference;  // the name
  };
  /// Removes damaged records, those without a reference, and those selected by `pruning`; frees the
  /// space. Returns the number of removed records.
  DatabaseResult<std::uint64_t> prune(const Pruning& pruning);

 private:
  Store(std::string path, Database database, bool writable);
  static DatabaseResult<void> check_schema(Database& database);
  std::optional<std::int64_t> id_of(const StoreReference& reference);
  std::optional<std::int64_t> add_id(const StoreReference& reference);
  bool flush_locked();
  DatabaseResult<void> write_pending();
  void give_up(const DatabaseError& error, bool writing);

  std::string path_;
  std::mutex mutex_;
  Database database_;
  std::optional<Statement> find_;
  std::optional<Statement> insert_;
  bool readable_ = true;
  bool writable_;
  std::map<StoreReference, std::int64_t> ids_;
  std::map<std::pair<StoreReference, AnswerKey>, std::string> pending_;
  std::chrono::steady_clock::time_point flushed_;
  Counts counts_;
  std::string trouble_;
  bool lost_answers_ = false;
};

}  // namespace perft_verify::verifier
