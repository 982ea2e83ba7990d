// SQLite, with errors as values. The only place that knows it.
//
// A database may come from anywhere and be damaged anywhere: its schema is not trusted, and the
// size of its values is limited.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace perft_verify::verifier {

enum class DatabaseFault : std::uint8_t {
  Busy,      // another process writes, and did not end in time
  Full,      // the disk, or our quota of it
  ReadOnly,  // it can be read but not written
  Damaged,   // not a database, or a damaged one
  Other,
};

struct DatabaseError {
  DatabaseFault fault = DatabaseFault::Other;
  std::string message;  // a printable clause: "database disk image is malformed"
};

template <typename T>
using DatabaseResult = std::expected<T, DatabaseError>;

/// A prepared statement. Parameters count from 1, columns from 0. Texts that are bound must
/// live until the statement is reset.
class Statement {
 public:
  Statement& bind(int parameter, std::int64_t value);
  Statement& bind(int parameter, std::string_view value);
  /// Whether there is a row now. At the end, and after an error, the statement is reset.
  DatabaseResult<bool> step();
  void reset();

  [[nodiscard]] std::int64_t number(int column) const;
  [[nodiscard]] std::string text(int column) const;

 private:
  friend class Database;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  explicit Statement(sqlite3_stmt* statement) : statement_(statement) {}
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

class Database {
 public:
  enum class Access : std::uint8_t { Read, Write };  // Write makes it if there is none

  /// `patience` is the time that a query waits for another process.
  static DatabaseResult<Database> open(const std::string& path, Access access,
                                       std::chrono::milliseconds patience);

  /// Statements without results.
  DatabaseResult<void> run(const char* sql);
  DatabaseResult<Statement> prepare(std::string_view sql);
  /// The first column of the first row.
  DatabaseResult<std::int64_t> number(std::string_view sql);
  [[nodiscard]] bool in_transaction() const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  explicit Database(sqlite3* database) : database_(database) {}
  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace perft_verify::verifier
