// A process of our own that outlives us by a moment: when this process has ended, for any reason,
// it kills the process groups that are left, and then all other processes started below us.
//
// The kernel ends an engine with its parent, but not the engine's own children: an engine behind a
// wrapper script would count on for hours. Processes that have left their group (setsid) are
// recognized by a mark in the environment that they inherit.
#pragma once

#include <sys/types.h>

#include <string_view>

namespace perft_verify::reference {

/// The name of that mark; each nested verifier appends a word to its value, as the subject may
/// itself run one.
inline constexpr std::string_view kWatchdogMark = "PERFT_VERIFY_RUN";

/// Opens /dev/null for each of standard input, output and error that the caller has closed: else
/// the next opened file would take its number, and a report would be written into a pipe. To be
/// called before anything else.
void open_standard_streams();

/// Starts the watchdog; called once, before there are threads. If it cannot be started (the process
/// limit is reached, for example), everything else works.
void start_watchdog();

/// Called in a child between fork and exec, after it has become the leader of its group: a
/// group is known before it can do anything. Async-signal-safe.
void watch_own_group();

/// The group has been ended; its number may be reused from now on.
void unwatch_group(pid_t group);

}  // namespace perft_verify::reference
