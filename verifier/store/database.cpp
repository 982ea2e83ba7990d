#include "verifier/store/database.h"

#include <sqlite3.h>

#include "core/text/printable.h"

namespace perft_verify::verifier {
namespace {

/// Larger than any record.
constexpr int kMostBytes = 1 << 20;

std::unexpected<DatabaseError> error_of(sqlite3* database, int code) {
  DatabaseError error;
  error.message = printable(database != nullptr ? sqlite3_errmsg(database) : sqlite3_errstr(code));
  switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      error.fault = DatabaseFault::Busy;
      break;
    case SQLITE_FULL:
      error.fault = DatabaseFault::Full;
      break;
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
      error.fault = DatabaseFault::ReadOnly;
      break;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_TOOBIG:
    case SQLITE_MISMATCH:
    case SQLITE_CONSTRAINT:
      error.fault = DatabaseFault::Damaged;
      break;
    default:
      break;
  }
  return std::unexpected(std::move(error));
}

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
void Database::Close::operator()(sqlite3* database) const { sqlite3_close(database); }

Statement& Statement::bind(int parameter, std::int64_t value) {
  sqlite3_bind_int64(statement_.get(), parameter, value);
  return *this;
}

Statement& Statement::bind(int parameter, std::string_view value) {
  sqlite3_bind_text(statement_.get(), parameter, value.data(), static_cast<int>(value.size()),
                    SQLITE_STATIC);
  return *this;
}

DatabaseResult<bool> Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  auto result = code == SQLITE_DONE
                    ? DatabaseResult<bool>(false)
                    : DatabaseResult<bool>(error_of(sqlite3_db_handle(statement_.get()), code));
  reset();
  return result;
}

void Statement::reset() {
  sqlite3_reset(statement_.get());
  sqlite3_clear_bindings(statement_.get());
}

std::int64_t Statement::number(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

std::string Statement::text(int column) const {
  const unsigned char* const text = sqlite3_column_text(statement_.get(), column);
  if (text == nullptr) return "";
  const int length = sqlite3_column_bytes(statement_.get(), column);
  return {reinterpret_cast<const char*>(text), static_cast<std::size_t>(length)};
}

DatabaseResult<Database> Database::open(const std::string& path, Access access,
                                        std::chrono::milliseconds patience) {
  sqlite3* handle = nullptr;
  const int flags =
      access == Access::Read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  const int code = sqlite3_open_v2(path.c_str(), &handle, flags | SQLITE_OPEN_EXRESCODE, nullptr);
  Database database(handle);
  if (code != SQLITE_OK) return error_of(handle, code);
  sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, kMostBytes);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_busy_timeout(handle, static_cast<int>(patience.count()));
  if (auto done = database.run("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;"); !done)
    return std::unexpected(done.error());
  return database;
}

DatabaseResult<void> Database::run(const char* sql) {
  const int code = sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return error_of(database_.get(), code);
  return {};
}

DatabaseResult<Statement> Database::prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(database_.get(), sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (code != SQLITE_OK) return error_of(database_.get(), code);
  return Statement(statement);
}

DatabaseResult<std::int64_t> Database::number(std::string_view sql) {
  auto statement = prepare(sql);
  if (!statement) return std::unexpected(statement.error());
  const auto row = statement->step();
  if (!row) return std::unexpected(row.error());
  return *row ? statement->number(0) : 0;
}

bool Database::in_transaction() const { return sqlite3_get_autocommit(database_.get()) == 0; }

}  // namespace perft_verify::verifier
