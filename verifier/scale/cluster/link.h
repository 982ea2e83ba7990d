// The interface that connects the processes of one run. Rank 0 plans and reports, and works like
// the others.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace perft_verify::verifier {

/// The kind of a message. Messages of one kind from one rank arrive in order.
enum class MessageKind : std::uint8_t {
  Hello,  // to rank 0: whether the rank can work, and with what
  Job,    // from rank 0
  Done,   // to rank 0
  Stop,   // from rank 0: the current job is not needed any more
  End,    // from rank 0: there will be no more jobs
  Alive,  // to rank 0, once a second: it can be reached, even while it works
  Bye,    // to rank 0: it ends
};

class Link {
 public:
  Link() = default;
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;
  virtual ~Link() = default;

  [[nodiscard]] virtual unsigned rank() const = 0;
  [[nodiscard]] virtual unsigned ranks() const = 0;
  /// Both may be called from any thread. False if the rank has not accepted it in time.
  virtual bool send(unsigned rank, MessageKind kind, const std::string& text) = 0;
  /// The next message of this kind from a rank; nothing if none has arrived.
  virtual std::optional<std::string> receive(unsigned rank, MessageKind kind) = 0;
};

}  // namespace perft_verify::verifier
