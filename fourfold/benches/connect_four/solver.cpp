// A public solver as a program: a line of columns, such as 4453, is answered by the score, the nanoseconds of
// processor time and the nodes that it took. One position after the other, with the table kept.
//
// In a folder with the sources of both, https://github.com/PascalPons/connect4 and
// https://github.com/MarkusThill/BitBully, and with their own flags:
//
//   g++ -O3 -std=c++11 -DNDEBUG -I connect4 -o pons solver.cpp connect4/Solver.cpp
//   g++ -O3 -std=c++17 -DNDEBUG -fPIC -I BitBully/src -o bitbully solver.cpp BitBully/src/Board.cpp

#include <cstdio>
#include <ctime>
#include <iostream>
#include <string>

#if __has_include("BitBully.h")
#include "BitBully.h"

struct Public {
  BitBully::BitBully solver;
  int solve(const std::string& columns) {
    BitBully::Board board;
    for (char column : columns) board.play(column - '1');
    return solver.mtdf(board, 0);
  }
  unsigned long long nodes() { return solver.getNodeCounter(); }
};
#else
#include "Solver.hpp"

struct Public {
  GameSolver::Connect4::Solver solver;
  int solve(const std::string& columns) {
    GameSolver::Connect4::Position position;
    position.play(columns);
    return solver.solve(position);
  }
  unsigned long long nodes() { return solver.getNodeCount(); }
};
#endif

static long long nanoseconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main() {
  Public solver;
  for (std::string columns; std::getline(std::cin, columns);) {
    const auto nodes = solver.nodes();
    const auto start = nanoseconds();
    const int score = solver.solve(columns);
    const auto time = nanoseconds() - start;
    std::printf("%d %lld %llu\n", score, time, solver.nodes() - nodes);
    std::fflush(stdout);
  }
}
