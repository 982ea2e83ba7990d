// What the program can do, one function each; each returns the exit code.
#pragma once

#include "verifier/cli/arguments.h"
#include "verifier/report/standard_output.h"
#include "verifier/scale/cluster/link.h"

namespace perft_verify::verifier {

/// With a link this process is one of several of the same run.
int verify_command(const VerifyArguments& arguments, StandardOutput& out, Link* link);
int position_command(const PositionArguments& arguments, StandardOutput& out);
int doctor_command(const DoctorArguments& arguments, StandardOutput& out);
int lint_command(const LintArguments& arguments, StandardOutput& out);
int bench_command(const BenchArguments& arguments, StandardOutput& out);
int mutate_command(const MutateArguments& arguments, StandardOutput& out);
int convert_command(const ConvertArguments& arguments, StandardOutput& out);
int explain_command(const ExplainArguments& arguments, StandardOutput& out);
int reduce_command(const ReduceArguments& arguments, StandardOutput& out);
int merge_command(const MergeArguments& arguments, StandardOutput& out);
int split_command(const SplitArguments& arguments, StandardOutput& out);
int store_command(const StoreArguments& arguments, StandardOutput& out);

}  // namespace perft_verify::verifier
