// The functions that a static program would contain without ever using them. These definitions are
// weak: they stand in for members of archives that nothing else asks for, and give way where those
// are linked anyway.
struct sqlite3;

extern "C" {

// The extensions that Debian's SQLite has built in: full-text search, and trees of rectangles. The
// store has plain tables. 0: SQLITE_OK.
[[gnu::weak]] int sqlite3Fts3Init(sqlite3* /*database*/) { return 0; }
[[gnu::weak]] int sqlite3Fts5Init(sqlite3* /*database*/) { return 0; }
[[gnu::weak]] int sqlite3RtreeInit(sqlite3* /*database*/) { return 0; }

}  // extern "C"
