// The store by itself: found and missing answers, and a file that is damaged, full, foreign, or
// used by several processes at once.
#include "verifier/store/store.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <barrier>
#include <csignal>
#include <fstream>
#include <thread>

#include "core/line.h"
#include "core/notation.h"
#include "core/text/sha256.h"
#include "reference/core_generator.h"
#include "tests/reference/support.h"
#include "tests/verifier/support/scripted_generator.h"
#include "verifier/store/exchange.h"
#include "verifier/store/recheck.h"
#include "verifier/store/remembering_generator.h"

namespace perft_verify::verifier {
namespace {

using namespace test;
using reference::file_content;
using reference::ScratchFolder;
using ReadWrite = std::unique_ptr<Store>;

const StoreReference kStockfish{"Stockfish 15.1", std::string(64, 'a'), ""};
constexpr const char* kCastling = "4Q3/8/1k6/8/8/8/8/R3K2R w KQ - 0 1";
constexpr const char* kCastling960 = "k7/8/8/8/8/8/8/1R2K1R1 w GB - 0 1";

std::unique_ptr<Store> opened(const std::string& path) {
  auto store = Store::open(path, Store::Access::ReadAndWrite);
  EXPECT_TRUE(store) << store.error();
  return store ? std::move(*store) : nullptr;
}

Question question960(std::string root, int depth) {
  return reference::question_at({std::move(root), true}, {}, depth);
}

AnswerKey key_for(const Question& asked) { return *key_of(asked, true); }

Divide answer_to(const Question& asked) {
  return *reference::make_core_generator()->divide(asked, {});
}

/// Positions that follow each other in a game, each with its answer.
std::vector<RememberedAnswer> some_answers(std::size_t number) {
  std::vector<RememberedAnswer> answers;
  Line line;
  for (std::size_t at = 0; at < number; ++at) {
    const Question asked = question(line.position().fen(), 1 + static_cast<int>(at % 2));
    answers.push_back({kStockfish, key_for(asked), answer_to(asked)});
    const MoveList moves = legal_moves(line.position());
    line.push(moves[at * 7 % moves.size()]);
  }
  return answers;
}

void change_by_sql(const std::string& path, const char* sql) {
  auto database = Database::open(path, Database::Access::Write, std::chrono::seconds(1));
  EXPECT_TRUE(database && database->run(sql));
}

void remember_all(Store& store, const std::vector<RememberedAnswer>& answers) {
  for (const RememberedAnswer& one : answers) store.remember(one.reference, one.key, one.divide);
}

/// The path of a store with these answers.
std::string written_store(const ScratchFolder& folder,
                          const std::vector<RememberedAnswer>& answers) {
  const std::string path = folder.path("a.store");
  remember_all(*opened(path), answers);
  return path;
}

/// The number of answers found; each found one must be unchanged.
std::size_t found_right(Store& store, const std::vector<RememberedAnswer>& answers) {
  std::size_t found = 0;
  for (const RememberedAnswer& one : answers)
    if (const auto answer = store.find(one.reference, one.key)) {
      ++found;
      EXPECT_EQ(*answer, one.divide) << one.key.position;
    }
  return found;
}

// --- Records -------------------------------------------------------------------------------

TEST(AnswerRecord, CastlingIsKingTakesRookAndComesBackAsItWas) {
  const Question asked = question(kCastling, 2);
  const Divide answer = answer_to(asked);
  const std::string counts = counts_text(key_for(asked), answer).value();
  EXPECT_TRUE(counts.contains(" e1h1:")) << counts;
  EXPECT_TRUE(counts.contains(" e1a1:")) << counts;
  EXPECT_FALSE(counts.contains("e1g1:")) << counts;
  // The queen on the other king's square moves as it does.
  EXPECT_TRUE(counts.contains(" e8g8:")) << counts;
  EXPECT_EQ(parse_counts(key_for(asked), counts), answer);

  const Question chess960 = question960(kCastling960, 2);
  const Divide other = answer_to(chess960);
  const std::string same = counts_text(key_for(chess960), other).value();
  EXPECT_TRUE(same.contains(" e1g1:")) << "the rook stands there: " << same;
  EXPECT_EQ(parse_counts(key_for(chess960), same), other);
}

TEST(AnswerRecord, ClocksAreLeftOutOnlyWhereTheyAreKnownNotToMatter) {
  const Question asked = question("7k/8/8/8/8/8/8/K7 w - - 12 34", 1);
  EXPECT_EQ(key_of(asked, true)->position, "7k/8/8/8/8/8/8/K7 w - -");
  EXPECT_EQ(key_of(asked, false)->position, asked.root.fen);
  EXPECT_FALSE(has_clocks(*key_of(asked, true)));
  EXPECT_TRUE(has_clocks(*key_of(asked, false)));
}

TEST(AnswerRecord, EnPassantSquaresAndRightsAreAnotherPosition) {
  const auto key = [](const char* fen) { return key_for(question(fen, 3)); };
  EXPECT_NE(key("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"), key("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"));
  EXPECT_NE(key("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), key("4k3/8/8/8/8/8/8/4K2R w - - 0 1"));
  EXPECT_NE(key_for(question(kTwoKings, 1)), key_for(question960(kTwoKings, 1)));
}

TEST(AnswerRecord, WhatContradictsItselfIsNotKept) {
  const Question asked = question(kTwoKings, 1);
  const AnswerKey key = key_for(asked);
  Divide wrong_sum = answer_to(asked);
  ++wrong_sum.total;
  EXPECT_EQ(counts_text(key, wrong_sum), std::nullopt);
  Divide twice = answer_to(asked);
  twice.lines.insert(twice.lines.begin(), twice.lines.front());
  ++twice.total;
  EXPECT_EQ(counts_text(key, twice), std::nullopt);
  Divide nonsense{{{"castle", 1}}, 1};
  EXPECT_EQ(counts_text(key, nonsense), std::nullopt);
  EXPECT_EQ(counts_text(key, Divide{}), "") << "mate and stalemate have no moves";
  for (const char* text :
       {"e2e4", "e2e4:", "e2e4:x", "e2e4:-1", "e2e4:1 ", " e2e4:1", "e2e4:1  e2e5:1",
        "e2e5:1 e2e4:1", "e2e4:1 e2e4:1", "e2e4:18446744073709551616",
        "a1a2:18446744073709551615 a1b1:1", "e2e4k:1", "e2e2:1"})
    EXPECT_EQ(parse_counts(key, text), std::nullopt) << text;
  // Castling is written as the king taking its rook; from its first square a king does not go to
  // g1.
  const AnswerKey castling = key_for(question("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1));
  EXPECT_EQ(parse_counts(castling, "e1g1:1"), std::nullopt);
  EXPECT_EQ(parse_counts(castling, "e1g1:1 e1h1:1"), std::nullopt);
  EXPECT_EQ(parse_counts(castling, "e1h1:1"), (Divide{{{"e1g1", 1}}, 1}));
}

// --- Finding again -------------------------------------------------------------------------

TEST(Store, FindsAgainWhatWasRememberedAlsoAfterItWasClosed) {
  const ScratchFolder folder;
  const auto answers = some_answers(40);
  {
    const ReadWrite store = opened(folder.path("a.store"));
    EXPECT_EQ(found_right(*store, answers), 0U);
    remember_all(*store, answers);
    EXPECT_EQ(found_right(*store, answers), answers.size()) << "before they are on disk";
  }
  const ReadWrite again = opened(folder.path("a.store"));
  EXPECT_EQ(found_right(*again, answers), answers.size());
  EXPECT_EQ(again->trouble(), "");
  EXPECT_EQ(again->examine(), "");
}

TEST(Store, AnotherVersionBuildOrArgumentIsAnotherReference) {
  const ScratchFolder folder;
  const ReadWrite store = opened(folder.path("a.store"));
  const auto answers = some_answers(1);
  const AnswerKey& key = answers.front().key;
  remember_all(*store, answers);
  store->flush();
  EXPECT_TRUE(store->find(kStockfish, key));
  for (const StoreReference& other : {StoreReference{"Stockfish 16", kStockfish.program, ""},
                                      StoreReference{kStockfish.name, std::string(64, 'b'), ""},
                                      StoreReference{kStockfish.name, kStockfish.program, "--big"}})
    EXPECT_FALSE(store->find(other, key)) << other.name << other.program << other.arguments;
  AnswerKey deeper = key;
  ++deeper.depth;
  EXPECT_FALSE(store->find(kStockfish, deeper));
  AnswerKey chess960 = key;
  chess960.chess960 = true;
  EXPECT_FALSE(store->find(kStockfish, chess960));
}

// --- Files that are no store ---------------------------------------------------------------

TEST(Store, ForeignFilesAreRefusedAndLeftAlone) {
  const ScratchFolder folder;
  const std::string database = folder.path("foreign.store");
  change_by_sql(database, "CREATE TABLE answer(x); INSERT INTO answer VALUES(1)");
  for (const std::string& path :
       {folder.write("suite.epd", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5\n"),
        folder.write("short", "SQLite form"), folder.write("long", std::string(8192, 'x')),
        folder.write("endless", std::string("SQLite format 3\0", 16) + std::string(8192, '\xff')),
        database}) {
    const std::string before = file_content(path);
    for (const auto access : {Store::Access::Read, Store::Access::ReadAndWrite})
      EXPECT_FALSE(Store::open(path, access)) << path;
    EXPECT_EQ(file_content(path), before) << path;
  }
  EXPECT_FALSE(Store::open(folder.path(""), Store::Access::ReadAndWrite)) << "a folder";
  EXPECT_FALSE(Store::open("/dev/null", Store::Access::ReadAndWrite));
  EXPECT_FALSE(Store::open(folder.path("no/such/folder"), Store::Access::ReadAndWrite));
  EXPECT_FALSE(Store::open(folder.path("none"), Store::Access::Read));
  EXPECT_TRUE(Store::open(folder.write("empty", ""), Store::Access::ReadAndWrite));
}

TEST(Store, OneOfAnotherVersionIsRefused) {
  const ScratchFolder folder;
  const std::string path = written_store(folder, {});
  change_by_sql(path, "PRAGMA user_version = 2");
  const auto store = Store::open(path, Store::Access::ReadAndWrite);
  ASSERT_FALSE(store);
  EXPECT_TRUE(store.error().contains("another version of verify")) << store.error();
}

TEST(Store, OneWithATriggerIsRefused) {
  const ScratchFolder folder;
  const std::string path = written_store(folder, {});
  change_by_sql(path, "CREATE TRIGGER t AFTER INSERT ON answer BEGIN DELETE FROM answer; END");
  EXPECT_FALSE(Store::open(path, Store::Access::ReadAndWrite));
}

// --- Damage --------------------------------------------------------------------------------

void put_byte(const std::string& path, std::size_t at, char byte) {
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  file.seekp(static_cast<std::streamoff>(at)).put(byte);
}

/// Opens a damaged copy, looks everything up, writes something, and looks again.
void survive(const std::string& path, const std::vector<RememberedAnswer>& answers) {
  {
    auto store = Store::open(path, Store::Access::ReadAndWrite);
    if (!store) return;
    found_right(**store, answers);
    remember_all(**store, answers);
    (*store)->flush();
  }
  auto store = Store::open(path, Store::Access::ReadAndWrite);
  if (store) found_right(**store, answers);
}

TEST(StoreDamage, NoFlippedByteMakesAWrongAnswer) {
  const ScratchFolder folder;
  const auto answers = some_answers(12);
  const std::string path = written_store(folder, answers);
  const std::string good = file_content(path);
  ASSERT_GE(good.size(), 12'288U);
  std::size_t all_found = 0;
  std::size_t tried = 0;
  // Every byte of the header and the schema, and the used bytes of the other pages.
  for (std::size_t at = 0; at < good.size(); ++at) {
    if (at >= 1024 && at % 3 != 0) continue;
    if (good[at] == '\0' && at >= 1024) continue;
    const auto flipped = static_cast<char>(good[at] ^ (1 << at % 8));
    put_byte(path, at, flipped);
    {
      auto store = Store::open(path, Store::Access::Read);
      ++tried;
      if (store && found_right(**store, answers) == answers.size()) ++all_found;
    }
    put_byte(path, at, good[at]);
    if (at % 101 == 0) {
      std::string bad = good;
      bad[at] = flipped;
      survive(folder.write("copy.store", bad), answers);
    }
    if (HasFailure()) FAIL() << "byte " << at;
  }
  EXPECT_LT(all_found, tried / 2) << "most bytes matter";
}

TEST(StoreDamage, NoShortenedFileMakesAWrongAnswer) {
  const ScratchFolder folder;
  const auto answers = some_answers(12);
  const std::string path = written_store(folder, answers);
  const std::string good = file_content(path);
  for (std::size_t length = 0; length < good.size(); length += length < 32 ? 1 : 211) {
    survive(folder.write("copy.store", good.substr(0, length)), answers);
    if (HasFailure()) FAIL() << "length " << length;
  }
}

TEST(StoreDamage, ARecordUnderAnotherKeyIsNotFoundAndIsReplaced) {
  const ScratchFolder folder;
  const auto answers = some_answers(2);
  const std::string path = written_store(folder, answers);
  // A possible result of a lost write: the counts of one position stand under another one.
  change_by_sql(path, "UPDATE answer SET counts = (SELECT max(counts) FROM answer)");
  const ReadWrite store = opened(path);
  EXPECT_EQ(found_right(*store, answers), 1U);
  EXPECT_EQ(store->counts().damaged, 1U);
  remember_all(*store, answers);
  store->flush();
  EXPECT_EQ(found_right(*store, answers), 2U);
  EXPECT_EQ(store->prune({}), 0U);
}

TEST(StoreDamage, PruningRemovesWhatIsDamagedOldOrNamed) {
  const ScratchFolder folder;
  const std::string path = folder.path("a.store");
  const auto answers = some_answers(5);
  {
    const ReadWrite store = opened(path);
    remember_all(*store, answers);
    store->remember({"Stockfish 16", std::string(64, 'b'), ""}, answers[0].key, answers[0].divide);
  }
  change_by_sql(path,
                "UPDATE answer SET checksum = checksum + 1 WHERE position = "
                "(SELECT max(position) FROM answer)");
  change_by_sql(path,
                "UPDATE answer SET added = added - 864000 WHERE position = "
                "(SELECT min(position) FROM answer)");
  const ReadWrite store = opened(path);
  EXPECT_GE(store->prune({}).value(), 1U);
  const std::size_t before = found_right(*store, answers);
  EXPECT_GE(store->prune({std::chrono::days(9), std::nullopt}).value(), 1U);
  EXPECT_LT(found_right(*store, answers), before);
  (void)store->prune({std::nullopt, "Stockfish 15.1"});
  EXPECT_EQ(found_right(*store, answers), 0U);
}

/// Limits the files of this process to `bytes` during its lifetime.
class FileLimit {
 public:
  explicit FileLimit(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileLimit() { ::setrlimit(RLIMIT_FSIZE, &before_); }
  FileLimit(const FileLimit&) = delete;
  FileLimit& operator=(const FileLimit&) = delete;

 private:
  rlimit before_{};
};

TEST(StoreDamage, WhereverTheDiskIsFullNothingWrongStaysBehind) {
  const auto first = some_answers(20);
  const auto second = some_answers(200);
  bool was_full = false;
  bool was_enough = false;
  for (rlim_t limit = 0; !was_enough; limit += 4096) {
    ASSERT_LT(limit, 1U << 20);
    const ScratchFolder folder;
    const std::string path = folder.path("a.store");
    if (limit % 8192 == 0) written_store(folder, first);
    {
      const FileLimit full(limit);
      auto store = Store::open(path, Store::Access::ReadAndWrite);
      if (store) {
        remember_all(**store, second);
        was_enough = (*store)->flush();
        was_full = was_full || !was_enough;
        EXPECT_EQ((*store)->trouble().empty(), was_enough);
        EXPECT_LE(found_right(**store, second), second.size());
      }
    }
    auto store = Store::open(path, Store::Access::ReadAndWrite);
    ASSERT_TRUE(store || !std::filesystem::exists(path) || limit % 8192 != 0)
        << limit << ": " << store.error();
    if (!store) continue;
    EXPECT_EQ((*store)->examine(), "") << limit;
    if (limit % 8192 == 0) {
      EXPECT_EQ(found_right(**store, first), first.size()) << limit;
    }
    EXPECT_EQ(found_right(**store, second) == second.size(), was_enough) << limit;
  }
  EXPECT_TRUE(was_full);
}

// --- Several processes ---------------------------------------------------------------------

TEST(Store, SeveralProcessesWriteAndReadAtOnce) {
  const ScratchFolder folder;
  const std::string path = folder.path("a.store");
  const auto answers = some_answers(600);
  constexpr std::size_t kProcesses = 3;
  std::vector<pid_t> children;
  for (std::size_t child = 0; child < kProcesses; ++child) {
    const pid_t pid = ::fork();
    if (pid == 0) {
      bool good = true;
      // Each writes all answers, from another place on, in portions, and reads in between.
      for (std::size_t portion = 0; portion < 12 && good; ++portion) {
        auto store = Store::open(path, Store::Access::ReadAndWrite);
        good = store.has_value();
        if (!good) break;
        for (std::size_t at = 0; at < 50; ++at) {
          const auto& one = answers[(child * 200 + portion * 50 + at) % answers.size()];
          (*store)->remember(one.reference, one.key, one.divide);
        }
        good = (*store)->flush();
        for (const RememberedAnswer& one : answers)
          if (const auto found = (*store)->find(one.reference, one.key))
            good = good && *found == one.divide;
        good = good && (*store)->trouble().empty();
      }
      ::_exit(good ? 0 : 1);
    }
    children.push_back(pid);
  }
  for (const pid_t pid : children) {
    int status = 0;
    ::waitpid(pid, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  const ReadWrite store = opened(path);
  EXPECT_EQ(found_right(*store, answers), answers.size());
  EXPECT_EQ(store->examine(), "");
}

TEST(Store, TwoThatLearnTheSameReferenceAtOnceLoseNothing) {
  const auto answers = some_answers(2);
  for (int round = 0; round < 10; ++round) {
    const ScratchFolder folder;
    const std::string path = folder.path("a.store");
    opened(path);
    std::barrier together(2);
    const auto learn = [&](const RememberedAnswer& one) {
      const ReadWrite store = opened(path);
      together.arrive_and_wait();
      store->add_reference(one.reference);
      together.arrive_and_wait();
      store->remember(one.reference, one.key, one.divide);
    };
    {
      const std::jthread first(learn, answers[0]);
      const std::jthread second(learn, answers[1]);
    }
    ASSERT_EQ(found_right(*opened(path), answers), answers.size()) << "round " << round;
  }
}

TEST(Store, WhatAnotherProcessPrunesIsWrittenAnew) {
  const ScratchFolder folder;
  const std::string path = folder.path("a.store");
  const auto answers = some_answers(2);
  const ReadWrite store = opened(path);
  remember_all(*store, {answers[0]});
  store->flush();
  ASSERT_TRUE(opened(path)->prune({std::nullopt, kStockfish.name}));
  remember_all(*store, {answers[1]});
  EXPECT_TRUE(store->flush());
  EXPECT_EQ(found_right(*opened(path), {answers[1]}), 1U);
}

// --- The generator that remembers ----------------------------------------------------------

class RememberingGenerator : public testing::Test {
 protected:
  /// A reference that behaves as `script` says, with the store of this test.
  std::unique_ptr<reference::Generator> remembering(ScriptedGenerator::Script script = nullptr,
                                                    std::string name = "scripted",
                                                    const Learning& learning = {}) {
    auto scripted = std::make_unique<ScriptedGenerator>(std::move(script));
    asked_ = scripted.get();
    return make_remembering_generator(std::move(scripted), store_,
                                      {std::move(name), std::string(64, 'c'), ""}, learning);
  }

  void expect_always_asked(reference::Generator& generator, const Question& question,
                           bool answers = true) {
    for (int time = 1; time <= 2; ++time) {
      EXPECT_EQ(generator.divide(question, {}).has_value(), answers);
      EXPECT_EQ(asked_->asked(), time);
    }
  }

  ScratchFolder folder_;
  std::shared_ptr<Store> store_ = opened(folder_.path("a.store"));
  ScriptedGenerator* asked_ = nullptr;
};

TEST_F(RememberingGenerator, AsksOnceAndGivesTheSameAnswer) {
  const auto generator = remembering();
  const Divide right = answer_to(question(kKiwipete, 2));
  EXPECT_EQ(generator->divide(question(kKiwipete, 2), {}), right);
  EXPECT_EQ(generator->divide(question(kKiwipete, 2), {}), right);
  EXPECT_EQ(asked_->asked(), 1);
  const auto another = remembering();
  EXPECT_EQ(another->divide(question(kKiwipete, 2), {}), right);
  EXPECT_EQ(asked_->asked(), 0);
  EXPECT_EQ(another->divide(question(kKiwipete, 1), {}), answer_to(question(kKiwipete, 1)));
  EXPECT_EQ(asked_->asked(), 1);
}

TEST_F(RememberingGenerator, WhatFollowsMovesIsAlwaysAsked) {
  const auto generator = remembering();
  expect_always_asked(*generator, question(kStartFen, 1, {"e2e4"}));
}

TEST_F(RememberingGenerator, AfterARestartItAsksAgainAndKeepsTheNewAnswer) {
  const auto generator = remembering(
      [](const Call& call) { return call.number == 1 ? changed(call, plus_one) : call.right(); });
  const Question asked = question(kStartFen, 1);
  EXPECT_NE(generator->divide(asked, {}), answer_to(asked)) << "a hiccup";
  generator->restart();
  EXPECT_EQ(generator->divide(asked, {}), answer_to(asked));
  EXPECT_EQ(asked_->asked(), 2);
  EXPECT_EQ(generator->divide(asked, {}), answer_to(asked));
  EXPECT_EQ(asked_->asked(), 2);
}

TEST_F(RememberingGenerator, FailuresAndContradictionsAreNotRemembered) {
  const auto fails = remembering([](const Call&) { return failure(FailureKind::Died); });
  expect_always_asked(*fails, question(kStartFen, 1), false);
  const auto lies = remembering(
      [](const Call& call) { return changed(call, [](Divide& divide) { ++divide.total; }); });
  expect_always_asked(*lies, question(kStartFen, 1));
}

TEST_F(RememberingGenerator, AProgramThatHasBeenReplacedTeachesNothing) {
  const auto generator = remembering(nullptr, "Stockfish 15.1");  // it calls itself "scripted"
  expect_always_asked(*generator, question(kStartFen, 1));
}

TEST_F(RememberingGenerator, AnotherProgramOfTheSameNameTeachesNothing) {
  const auto generator = remembering(nullptr, "scripted", {.program = reference::RunningProgram{}});
  expect_always_asked(*generator, question(kStartFen, 1));
}

/// The mailbox answers what Stockfish is known to miscount.
TEST_F(RememberingGenerator, WhatAnotherAnswersInItsPlaceIsNotKept) {
  const auto generator = remembering(nullptr, "Stockfish 15.1");
  asked_->call_itself("Stockfish 15.1");
  const Question left_out = question("4k3/8/8/3pP3/8/3n4/8/4K3 w - d6 0 1", 1);
  const Question other = question(kStartFen, 1);
  for (const Question& asked : {left_out, left_out, other, other})
    EXPECT_TRUE(generator->divide(asked, {}));
  EXPECT_EQ(asked_->asked(), 3);
}

TEST_F(RememberingGenerator, AStandInTeachesNothingAndKeepsItsName) {
  EXPECT_TRUE(remembering()->divide(question(kStartFen, 1), {}));
  const auto generator = remembering(nullptr, "scripted", Learning{.on = false});
  EXPECT_EQ(generator->identity().name, "scripted");
  EXPECT_TRUE(generator->divide(question(kStartFen, 1), {}));
  EXPECT_EQ(asked_->asked(), 0);
  expect_always_asked(*generator, question(kStartFen, 2));
}

/// It is told so: the name says nothing.
TEST_F(RememberingGenerator, ClocksAreKeptUnlessTheReferenceIgnoresThem) {
  for (const bool ignores : {false, true}) {
    const auto generator =
        remembering(nullptr, "Stockfish 15.1", Learning{.ignores_clocks = ignores});
    asked_->call_itself("Stockfish 15.1");
    EXPECT_EQ(generator->ignores_clocks(), ignores);
    EXPECT_TRUE(generator->divide(question("7k/8/8/8/8/8/8/K7 w - - 0 1", 1), {}));
    EXPECT_TRUE(generator->divide(question("7k/8/8/8/8/8/8/K7 w - - 99 80", 1), {}));
    EXPECT_EQ(asked_->asked(), ignores ? 1 : 2);
  }
}

// --- Text ----------------------------------------------------------------------------------

std::string exported(Store& store) {
  std::string text;
  ExchangeWriter writer([&](std::string_view line) { text += line; });
  EXPECT_EQ(store.for_each([&](const RememberedAnswer& answer) {
    writer.write(answer);
    return true;
  }),
            0U);
  return text;
}

TEST(Exchange, WhatIsExportedCanBeTakenInAndIsTheSame) {
  const ScratchFolder folder;
  auto answers = some_answers(9);
  for (const char* fen : {kCastling, kTwoKings})
    answers.push_back({{"Stockfish 16", std::string(64, 'b'), "--x 'a b'"},
                       key_for(question(fen, 2)),
                       answer_to(question(fen, 2))});
  const Question chess960 = question960(kCastling960, 1);
  answers.push_back({kStockfish, key_for(chess960), answer_to(chess960)});
  const ReadWrite store = opened(folder.path("a.store"));
  ASSERT_TRUE(store->add_all(answers));
  const std::string text = exported(*store);
  const auto read = read_exchange("answers.jsonl", text);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->size(), answers.size());
  const ReadWrite other = opened(folder.path("b.store"));
  ASSERT_TRUE(other->add_all(*read));
  EXPECT_EQ(exported(*other), text);
  EXPECT_EQ(found_right(*other, answers), answers.size());
}

TEST(Exchange, ALineThatWasChangedIsRefusedWithItsPlace) {
  const ScratchFolder folder;
  const ReadWrite store = opened(folder.path("a.store"));
  ASSERT_TRUE(store->add_all(some_answers(3)));
  const std::string text = exported(*store);
  const auto complaint = [](const std::string& changed) {
    const auto read = read_exchange("a.jsonl", changed);
    return read ? "none" : read.error();
  };
  const auto replaced = [&text](std::string_view from, std::string_view to) {
    std::string copy = text;
    return copy.replace(copy.find(from), from.size(), to);
  };
  EXPECT_EQ(complaint(text), "none");
  EXPECT_TRUE(complaint(replaced("a2a3:", "a2a3:1")).contains(": the checksum"));
  EXPECT_TRUE(complaint(replaced("\"depth\":1", "\"depth\":2")).contains("the checksum"));
  EXPECT_TRUE(complaint(replaced("Stockfish 15.1", "Stockfish 16")).contains("the checksum"));
  EXPECT_TRUE(complaint(replaced("\"depth\":1", "\"depth\":99")).contains("depth"));
  EXPECT_TRUE(complaint(replaced("\"depth\":1", "\"depth\":\"1\"")).contains("has position"));
  EXPECT_TRUE(complaint(replaced("/8/", "/9/")).contains("the position"));
  EXPECT_TRUE(complaint(text.substr(text.find('\n') + 1)).contains("whose answer it is"));
  EXPECT_TRUE(complaint(text.substr(0, text.size() - 5)).contains("JSON object"));
  EXPECT_TRUE(complaint("4k3/8 w\n").starts_with("a.jsonl:1: a JSON object"));
}

// --- Asking again --------------------------------------------------------------------------

TEST(Recheck, FindsTheAnswerThatIsAnother) {
  const ScratchFolder folder;
  const ReadWrite store = opened(folder.path("a.store"));
  auto answers = some_answers(30);
  const auto lie = [](Divide& divide) {
    ++divide.lines.front().nodes;
    --divide.lines.back().nodes;
  };
  lie(answers[7].divide);
  ASSERT_TRUE(store->add_all(answers));
  const auto core = reference::make_core_generator();
  std::vector<LiveReference> living;
  const auto by_core = recheck_answers(*store, {100, 1'000'000, 0}, living, *core, {});
  ASSERT_TRUE(by_core);
  EXPECT_EQ(by_core->answers, 30U);
  EXPECT_EQ(by_core->counted_by_core, 30U);
  ASSERT_EQ(by_core->different.size(), 1U);
  EXPECT_EQ(by_core->different[0].answer.key, answers[7].key);

  living.push_back({kStockfish, std::make_unique<ScriptedGenerator>(nullptr)});
  const auto sample = recheck_answers(*store, {10, 1'000'000, 5}, living, *core, {});
  ASSERT_TRUE(sample);
  EXPECT_EQ(sample->asked, 10U);
  EXPECT_EQ(sample->counted_by_core, 0U);
  const auto cheap = recheck_answers(*store, {100, 40, 0}, living, *core, {});
  ASSERT_TRUE(cheap);
  EXPECT_LT(cheap->asked, 30U);
  EXPECT_GT(cheap->asked, 0U);
}

TEST(Sha256, OfTextAndOfFiles) {
  const ScratchFolder folder;
  constexpr const char* kOfAbc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  EXPECT_EQ(sha256_of("abc"), kOfAbc);
  EXPECT_EQ(sha256_of_file(folder.write("abc", "abc")), kOfAbc);
  const std::string large(5'000'000, 'x');
  EXPECT_EQ(sha256_of_file(folder.write("large", large)), sha256_of(large));
  EXPECT_FALSE(sha256_of_file(folder.path("none")));
}

}  // namespace
}  // namespace perft_verify::verifier
