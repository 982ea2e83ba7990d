// What the program can do, one function each; each returns the exit code.
#pragma once

#include "verifier/cli/arguments.h"
#include "verifier/cli/interrupts.h"
#include "verifier/report/standard_output.h"

namespace perft_verify::verifier {

int verify_command(const VerifyArguments& arguments, const Interrupts& interrupts,
                   StandardOutput& out);
int position_command(const PositionArguments& arguments, const Interrupts& interrupts,
                     StandardOutput& out);
int doctor_command(const DoctorArguments& arguments, const Interrupts& interrupts,
                   StandardOutput& out);

}  // namespace perft_verify::verifier
