// Replays a log of incremental SAT calls (see ../sat-log.ts) on CaDiCaL.
// usage: sat-replay LOG    prints how many answers differ from those of the log
#include <cadical.hpp>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

static int dimacs(int lit) { return lit & 1 ? -(lit >> 1) - 1 : (lit >> 1) + 1; }

int main(int argc, char **argv) {
  FILE *file = argc > 1 ? fopen(argv[1], "rb") : nullptr;
  if (!file) return 1;
  fseek(file, 0, SEEK_END);
  std::vector<int> w(ftell(file) / sizeof(int));
  rewind(file);
  if (fread(w.data(), sizeof(int), w.size(), file) != w.size()) return 1;
  fclose(file);

  std::vector<std::unique_ptr<CaDiCaL::Solver>> solvers;
  CaDiCaL::Solver *s = nullptr;
  long wrong = 0, trues = 0;
  for (size_t i = 0; i < w.size();) {
    int op = w[i], n = w[i + 1];
    if (op == 0) {
      while (solvers.size() <= (size_t)n) solvers.emplace_back(new CaDiCaL::Solver);
      s = solvers[n].get();
      i += 2;
    } else if (op == 1) {
      s->reserve(s->vars() + n);
      i += 2;
    } else if (op == 4) {
      int count = w[i + 3];
      for (int k = 0; k < count; k++) s->assume(dimacs(w[i + 4 + k]));
      int result = s->solve();
      if ((result == 10 ? 1 : -1) != n) wrong++;
      if (result == 20)
        for (int k = 0; k < count; k++) trues += s->failed(dimacs(w[i + 4 + k]));
      i += 4 + count;
    } else {
      for (int k = 0; k < n; k++) {
        int x = w[i + 2 + k];
        if (op == 2) s->add(dimacs(x));
        else if (op == 3) s->constrain(dimacs(x));
        else trues += s->val(x + 1) > 0;
      }
      if (op == 2) s->add(0);
      if (op == 3) s->constrain(0);
      i += 2 + n;
    }
  }
  fprintf(stderr, "%ld values read\n", trues);
  printf("%ld\n", wrong);
  return 0;
}
