#include "verifier/cli/store_arguments.h"

#include <CLI/CLI.hpp>

namespace perft_verify::verifier {

CLI::App* add_store_command(CLI::App& app, StoreArguments& arguments) {
  CLI::App* const store =
      app.add_subcommand("store", "What is remembered of the reference's answers");
  store->require_subcommand(1);
  const auto add = [&](StoreAction action, const char* name, const char* what,
                       const char* example) {
    CLI::App* const command = store->add_subcommand(name, what);
    command
        ->add_option("--store", arguments.path,
                     "The store ($PERFT_VERIFY_STORE; else the one in the user's cache folder)")
        ->type_name("PATH");
    command->parse_complete_callback([&arguments, action] { arguments.action = action; });
    command->footer(std::string("Example: ") + example);
    return command;
  };
  CLI::App* const info = add(StoreAction::Info, "info", "Whose answers are in it, and how many",
                             "verify store info --store gate.store");
  info->add_flag("--json", arguments.json, "For programs");

  CLI::App* const out =
      add(StoreAction::Export, "export", "Write all answers as text, one JSON object a line",
          "verify store export --store gate.store -o gate-answers.jsonl");
  out->add_option("-o,--output", arguments.output, "Where to (standard output)")->type_name("FILE");

  CLI::App* const in =
      add(StoreAction::Import, "import",
          "Take in the answers of exports and of other stores; all of them or none",
          "verify store import answers.jsonl other.store");
  in->add_option("FILE", arguments.inputs, "Exports or stores")->required()->type_name("FILE");

  CLI::App* const prune = add(StoreAction::Prune, "prune",
                              "Remove damaged records, and what is named, and free the space",
                              "verify store prune --older-than 90");
  prune->add_option("--older-than", arguments.older_than, "Answers that are older than N days")
      ->type_name("N")
      ->check(CLI::Range(0, 36500));
  prune->add_option("--reference", arguments.reference, "All answers of this reference")
      ->type_name("NAME");

  CLI::App* const check =
      add(StoreAction::Verify, "verify", "Check every record, ask again for a sample, and compare",
          "verify store verify --sample 1000");
  check->add_option("--sample", arguments.sample, "How many answers are asked for again")
      ->type_name("N")
      ->capture_default_str();
  check->add_option("--seed", arguments.seed, "Another number, another sample")
      ->type_name("N")
      ->capture_default_str();
  check->add_option("--max-nodes", arguments.max_nodes, "Only answers of at most N nodes")
      ->type_name("N")
      ->capture_default_str();
  check
      ->add_option("--reference", arguments.reference,
                   "Whom to ask, besides Stockfish and the built-in generators")
      ->type_name("CMD");
  check->add_flag("--json", arguments.json, "For programs");
  check->footer(
      "Example: verify store verify --sample 1000\n"
      "\n"
      "Answers of a reference that is not on this machine are counted by the linked core.\n"
      "Exit codes: 0 all is as remembered; 1 an answer is another, or records are damaged;\n"
      "2 there is no such store; 3 a reference could not be asked.");
  return store;
}

}  // namespace perft_verify::verifier
