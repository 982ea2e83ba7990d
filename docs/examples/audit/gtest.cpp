// A C++ engine, audited by GoogleTest, one test for each row and one for the keys:
//
//   cc -c toy.c && c++ -std=c++17 gtest.cpp toy.o $(pkg-config --cflags --libs perft-verify-audit)
//   \
//     -lgtest -lgtest_main -o audit_gtest
#include "engine_adapter.h"
#include "perft_verify/audit_gtest.h"

PERFT_VERIFY_SUITE(EngineAdapter, "quick");
