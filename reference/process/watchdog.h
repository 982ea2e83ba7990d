// A process of our own that outlives us by a moment: when this process has ended, in whatever way,
// it kills the process groups that are left, and then whatever else was started below us.
//
// The kernel ends an engine with its parent, but not what the engine has started in turn: an
// engine behind a wrapper script would count on for hours. Who has left its group (setsid) is
// known by a mark in the environment that it has inherited.
#pragma once

#include <sys/types.h>

#include <string_view>

namespace perft_verify::reference {

/// The name of that mark; its value grows by a word with each of us on the way, as the subject may
/// itself be somebody's verifier.
inline constexpr std::string_view kWatchdogMark = "PERFT_VERIFY_RUN";

/// Opens /dev/null as whichever of standard input, output and error was closed by whoever started
/// us: else the next file that is opened would be it, and a report would be written into a pipe.
/// To be called before anything else.
void open_standard_streams();

/// Starts it; called once, before there are threads. Without it (there is no room for another
/// process, say) everything works but this.
void start_watchdog();

/// Called in a child between fork and exec, after it has become the leader of its group: a
/// group is known before it can do anything. Async-signal-safe.
void watch_own_group();

/// The group has been ended; its number may be somebody else's from now on.
void unwatch_group(pid_t group);

}  // namespace perft_verify::reference
