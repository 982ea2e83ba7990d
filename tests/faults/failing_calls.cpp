// Loaded before all other libraries: counts the calls of the program `verify` to the system, and
// lets one of them fail as it would on a machine without files, room, memory or luck.
//
// Only `verify` itself is meant: neither the engines, which inherit the environment, nor a child
// between fork and exec.
#include "tests/faults/failing_calls.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>

using perft_verify::faults::Counters;
using perft_verify::faults::kKinds;

extern "C" void* __libc_malloc(std::size_t size);  // NOLINT(*-reserved-identifier)

namespace {

enum Kind { Open, Read, Write, Sync, Rename, Pipe, Fork, Thread, Wait, Map, Memory, Sqlite };

Counters* counters = nullptr;  // null: nothing is counted, nothing fails
pid_t meant = 0;
std::size_t failing_kind = kKinds.size();
std::uint64_t failing_call = 0;

bool is_verify() {
  char path[4096];
  const ssize_t length = ::readlink("/proc/self/exe", path, sizeof path - 1);
  if (length <= 0) return false;
  path[length] = '\0';
  const char* const name = std::strrchr(path, '/');
  return name != nullptr && std::strcmp(name, "/verify") == 0;
}

int (*verify_main)(int, char**, char**) = nullptr;

void begin() {
  const char* const file = std::getenv(perft_verify::faults::kCounters);
  if (file == nullptr || !is_verify()) return;
  const int descriptor = ::open(file, O_RDWR | O_CLOEXEC);
  void* const memory =
      ::mmap(nullptr, sizeof(Counters), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  ::close(descriptor);
  if (memory == MAP_FAILED) std::abort();
  if (const char* const fault = std::getenv(perft_verify::faults::kFault)) {
    const char* const colon = std::strchr(fault, ':');
    if (colon == nullptr) std::abort();
    for (std::size_t kind = 0; kind < kKinds.size(); ++kind)
      if (kKinds[kind] == std::string_view(fault, static_cast<std::size_t>(colon - fault)))
        failing_kind = kind;
    failing_call = std::strtoull(colon + 1, nullptr, 10);
  }
  meant = ::getpid();
  counters = static_cast<Counters*>(memory);
}

/// Only what main does is counted. Before it, libraries make objects with static storage; a program
/// that cannot do that ends there, and there is nothing yet that it could lose.
int counted_main(int count, char** arguments, char** environment) {
  begin();
  return verify_main(count, arguments, environment);
}

/// Counts a call; returns whether it is the one that fails.
bool fails(Kind kind) {
  if (counters == nullptr || ::getpid() != meant) return false;
  const std::uint64_t number =
      1 + std::atomic_ref(counters->calls[kind]).fetch_add(1, std::memory_order_relaxed);
  if (kind != failing_kind || number != failing_call) return false;
  std::atomic_ref(counters->failed).fetch_add(1, std::memory_order_relaxed);
  return true;
}

template <typename Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

/// Returns -1 with an error if the call fails.
#define FAIL_WITH(kind, error) \
  if (fails(kind)) {           \
    errno = (error);           \
    return -1;                 \
  }

mode_t mode_of(int flags, va_list arguments) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
}

}  // namespace

extern "C" {

int __libc_start_main(int (*main)(int, char**, char**), int count, char** arguments,  // NOLINT
                      void (*init)(), void (*fini)(), void (*loader_fini)(), void* stack_end) {
  verify_main = main;
  static auto* const real = next<decltype(__libc_start_main)>("__libc_start_main");
  return real(counted_main, count, arguments, init, fini, loader_fini, stack_end);
}

#define INTERPOSE_OPEN(name)                                           \
  int name(const char* path, int flags, ...) {                         \
    va_list arguments;                                                 \
    va_start(arguments, flags);                                        \
    const mode_t mode = mode_of(flags, arguments);                     \
    va_end(arguments);                                                 \
    FAIL_WITH(Open, EMFILE)                                            \
    static auto* const real = next<int(const char*, int, ...)>(#name); \
    return real(path, flags, mode);                                    \
  }
INTERPOSE_OPEN(open)
INTERPOSE_OPEN(open64)

FILE* fopen(const char* path, const char* mode) {
  if (fails(Open)) {
    errno = EMFILE;
    return nullptr;
  }
  static auto* const real = next<FILE*(const char*, const char*)>("fopen");
  return real(path, mode);
}
FILE* fopen64(const char* path, const char* mode) { return fopen(path, mode); }

int mkostemps64(char* name, int suffix, int flags) {
  FAIL_WITH(Open, EACCES)
  static auto* const real = next<int(char*, int, int)>("mkostemps64");
  return real(name, suffix, flags);
}
int mkostemps(char* name, int suffix, int flags) { return mkostemps64(name, suffix, flags); }

ssize_t read(int file, void* data, std::size_t size) {
  FAIL_WITH(Read, EIO)
  static auto* const real = next<ssize_t(int, void*, std::size_t)>("read");
  return real(file, data, size);
}
#define INTERPOSE_PREAD(name)                                                       \
  ssize_t name(int file, void* data, std::size_t size, off_t at) {                  \
    FAIL_WITH(Read, EIO)                                                            \
    static auto* const real = next<ssize_t(int, void*, std::size_t, off_t)>(#name); \
    return real(file, data, size, at);                                              \
  }
INTERPOSE_PREAD(pread)
INTERPOSE_PREAD(pread64)

ssize_t write(int file, const void* data, std::size_t size) {
  FAIL_WITH(Write, ENOSPC)
  static auto* const real = next<ssize_t(int, const void*, std::size_t)>("write");
  return real(file, data, size);
}
#define INTERPOSE_PWRITE(name)                                                            \
  ssize_t name(int file, const void* data, std::size_t size, off_t at) {                  \
    FAIL_WITH(Write, ENOSPC)                                                              \
    static auto* const real = next<ssize_t(int, const void*, std::size_t, off_t)>(#name); \
    return real(file, data, size, at);                                                    \
  }
INTERPOSE_PWRITE(pwrite)
INTERPOSE_PWRITE(pwrite64)

ssize_t sendmsg(int file, const msghdr* message, int flags) {
  FAIL_WITH(Write, EPIPE)
  static auto* const real = next<ssize_t(int, const msghdr*, int)>("sendmsg");
  return real(file, message, flags);
}
std::size_t fwrite(const void* data, std::size_t size, std::size_t number, FILE* file) {
  if (fails(Write)) {
    errno = ENOSPC;
    return 0;
  }
  static auto* const real =
      next<std::size_t(const void*, std::size_t, std::size_t, FILE*)>("fwrite");
  return real(data, size, number, file);
}

#define INTERPOSE_SYNC(name)                         \
  int name(int file) {                               \
    FAIL_WITH(Sync, EIO)                             \
    static auto* const real = next<int(int)>(#name); \
    return real(file);                               \
  }
INTERPOSE_SYNC(fsync)
INTERPOSE_SYNC(fdatasync)

int rename(const char* from, const char* to) {
  FAIL_WITH(Rename, EIO)
  static auto* const real = next<int(const char*, const char*)>("rename");
  return real(from, to);
}

int pipe(int* ends) {
  FAIL_WITH(Pipe, EMFILE)
  static auto* const real = next<int(int*)>("pipe");
  return real(ends);
}
int pipe2(int* ends, int flags) {
  FAIL_WITH(Pipe, EMFILE)
  static auto* const real = next<int(int*, int)>("pipe2");
  return real(ends, flags);
}
int socketpair(int domain, int type, int protocol, int* ends) {
  FAIL_WITH(Pipe, EMFILE)
  static auto* const real = next<int(int, int, int, int*)>("socketpair");
  return real(domain, type, protocol, ends);
}

pid_t fork() {
  FAIL_WITH(Fork, EAGAIN)
  static auto* const real = next<pid_t()>("fork");
  return real();
}
pid_t vfork() { return fork(); }

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*),
                   void* with) {
  if (fails(Thread)) return EAGAIN;
  static auto* const real =
      next<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>("pthread_create");
  return real(thread, attributes, run, with);
}

int epoll_create1(int flags) {
  FAIL_WITH(Wait, EMFILE)
  static auto* const real = next<int(int)>("epoll_create1");
  return real(flags);
}
int eventfd(unsigned value, int flags) {
  FAIL_WITH(Wait, EMFILE)
  static auto* const real = next<int(unsigned, int)>("eventfd");
  return real(value, flags);
}
int timerfd_create(clockid_t clock, int flags) {
  FAIL_WITH(Wait, EMFILE)
  static auto* const real = next<int(clockid_t, int)>("timerfd_create");
  return real(clock, flags);
}

void* mmap(void* at, std::size_t size, int rights, int flags, int file, off_t offset) {
  if (fails(Map)) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  static auto* const real = next<void*(void*, std::size_t, int, int, int, off_t)>("mmap");
  return real(at, size, rights, flags, file, offset);
}

void* malloc(std::size_t size) {
  if (fails(Memory)) {
    errno = ENOMEM;
    return nullptr;
  }
  return __libc_malloc(size);
}

struct sqlite3_stmt;
int sqlite3_step(sqlite3_stmt* statement) {
  constexpr int kInputOutputError = 10;
  if (fails(Sqlite)) return kInputOutputError;
  static auto* const real = next<int(sqlite3_stmt*)>("sqlite3_step");
  return real(statement);
}

}  // extern "C"
