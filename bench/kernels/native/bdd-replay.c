/*
 * Replays a trace (bdd-trace.ts) on BuDDy or CUDD and prints the same JSON object as bdd-replay.ts.
 *   cc -O3 -DBUDDY bdd-replay.c -lbdd -lm      cc -O3 -DCUDD bdd-replay.c -lcudd -lm
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <sys/resource.h>

enum { END, VARIABLES, VARIABLE, NOT, AND, OR, XOR, ITE, EXISTS, AND_EXISTS, DEFINE_RENAMING, RENAME, FREE, GROUP, SIFT,
       AUTO_SIFT, REPORT };

static double cpu_ms(void) {
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  return (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1e3 + (u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e3;
}

/* What is resident, or the most that was. getrusage would tell what was resident before exec, too. */
static long resident_kb(const char *format) {
  long kb = 0;
  char line[256];
  FILE *status = fopen("/proc/self/status", "r");
  if (!status) return 0;
  while (fgets(line, sizeof line, status))
    if (sscanf(line, format, &kb) == 1) break;
  fclose(status);
  return kb;
}

static int variable_count;

#ifdef BUDDY
#include <bdd.h>
typedef BDD edge;
static bddPair **renamings;
static char grouped[1 << 16];
static void quiet_reorder(int starting) { (void)starting; }
static void open_package(void) {
  /* Room enough that small runs never resize, and a cache that keeps pace with the nodes. */
  bdd_init(1 << 18, 1 << 16);
  bdd_setcacheratio(4);
  bdd_setmaxincrease(1 << 22);
  bdd_gbc_hook(NULL);
  bdd_reorder_hook(quiet_reorder);
  bdd_resize_hook(NULL);
}
static void make_variables(int n) { bdd_setvarnum(n); }
static edge variable(int v) { return bdd_addref(bdd_ithvar(v)); }
static edge not(edge a) { return bdd_addref(bdd_not(a)); }
static edge and(edge a, edge b) { return bdd_addref(bdd_and(a, b)); }
static edge or(edge a, edge b) { return bdd_addref(bdd_or(a, b)); }
static edge xor(edge a, edge b) { return bdd_addref(bdd_xor(a, b)); }
static edge ite(edge a, edge b, edge c) { return bdd_addref(bdd_ite(a, b, c)); }
static edge exists(edge a, edge c) { return bdd_addref(bdd_exist(a, c)); }
static edge and_exists(edge a, edge b, edge c) { return bdd_addref(bdd_appex(a, b, bddop_and, c)); }
static void define_renaming(int k, int n, const int *pairs) {
  renamings = realloc(renamings, sizeof *renamings * (k + 1));
  renamings[k] = bdd_newpair();
  for (int i = 0; i < n; i++) bdd_setpair(renamings[k], pairs[2 * i], pairs[2 * i + 1]);
}
static edge rename_by(edge a, int k) { return bdd_addref(bdd_replace(a, renamings[k])); }
static void release(edge a) { bdd_delref(a); }
static void group(int a, int b) { bdd_intaddvarblock(a, b, BDD_REORDER_FIXED); grouped[a] = grouped[b] = 1; }
/* A variable outside of all blocks would never move. */
static void group_others(void) {
  for (int v = 0; v < variable_count; v++)
    if (!grouped[v]) bdd_intaddvarblock(v, v, BDD_REORDER_FIXED);
}
static void sift(void) {
  group_others();
  bdd_reorder(BDD_REORDER_SIFT);
}
static void auto_sift(void) {
  group_others();
  bdd_autoreorder(BDD_REORDER_SIFT);
}
static int live_nodes(void) { bdd_gbc(); return bdd_getnodenum(); }
static int size_of(edge a) { return bdd_nodecount(a); }
static double count_of(edge a) { return bdd_satcount(a); }
static long peak_nodes(void) { bddStat s; bdd_stats(&s); return s.nodenum; }
#endif

#ifdef CUDD
#include <cudd.h>
/* Groups are declared in a header that is not always installed. */
extern struct MtrNode *Cudd_MakeTreeNode(DdManager *, unsigned, unsigned, unsigned);
enum { GROUP_FIXED = 4 };
typedef DdNode *edge;
static DdManager *m;
static int **renamings;
static void open_package(void) { m = Cudd_Init(0, 0, CUDD_UNIQUE_SLOTS, CUDD_CACHE_SLOTS, 0); }
static edge keep(edge a) { Cudd_Ref(a); return a; }
static void make_variables(int n) { for (int i = 0; i < n; i++) Cudd_bddIthVar(m, i); }
static edge variable(int v) { return keep(Cudd_bddIthVar(m, v)); }
static edge not(edge a) { return keep(Cudd_Not(a)); }
static edge and(edge a, edge b) { return keep(Cudd_bddAnd(m, a, b)); }
static edge or(edge a, edge b) { return keep(Cudd_bddOr(m, a, b)); }
static edge xor(edge a, edge b) { return keep(Cudd_bddXor(m, a, b)); }
static edge ite(edge a, edge b, edge c) { return keep(Cudd_bddIte(m, a, b, c)); }
static edge exists(edge a, edge c) { return keep(Cudd_bddExistAbstract(m, a, c)); }
static edge and_exists(edge a, edge b, edge c) { return keep(Cudd_bddAndAbstract(m, a, b, c)); }
static void define_renaming(int k, int n, const int *pairs) {
  renamings = realloc(renamings, sizeof *renamings * (k + 1));
  renamings[k] = malloc(sizeof(int) * variable_count);
  for (int v = 0; v < variable_count; v++) renamings[k][v] = v;
  for (int i = 0; i < n; i++) renamings[k][pairs[2 * i]] = pairs[2 * i + 1];
}
static edge rename_by(edge a, int k) { return keep(Cudd_bddPermute(m, a, renamings[k])); }
static void release(edge a) { Cudd_RecursiveDeref(m, a); }
static void group(int a, int b) { (void)b; Cudd_MakeTreeNode(m, a, 2, GROUP_FIXED); }
static void sift(void) { Cudd_ReduceHeap(m, CUDD_REORDER_SIFT, 0); }
static void auto_sift(void) { Cudd_AutodynEnable(m, CUDD_REORDER_SIFT); }
static int live_nodes(void) { return (int)Cudd_ReadNodeCount(m); }
static int size_of(edge a) { return Cudd_DagSize(a); }
static double count_of(edge a) { return Cudd_CountMinterm(m, a, variable_count); }
static long peak_nodes(void) { return Cudd_ReadPeakNodeCount(m); }
#endif

int main(int argc, char **argv) {
  if (argc < 2) return 64;
  FILE *file = fopen(argv[1], "rb");
  if (!file) return 66;
  fseek(file, 0, SEEK_END);
  long bytes = ftell(file);
  rewind(file);
  int *words = malloc(bytes);
  if (fread(words, 1, bytes, file) != (size_t)bytes) return 66;
  int registers = words[0];
  edge *at = calloc(registers + 1, sizeof(edge));
  edge *reported = NULL;
  int reports = 0, sifted = 0;
  long resident = resident_kb("VmRSS: %ld");
  open_package();
  double sift_ms = 0, start = cpu_ms();
  for (const int *p = words + 1; *p != END;) {
    int to = p[1];
    switch (*p) {
      case VARIABLES: variable_count = to; make_variables(to); p += 2; break;
      case VARIABLE: at[to] = variable(p[2]); p += 3; break;
      case NOT: at[to] = not(at[p[2]]); p += 3; break;
      case AND: at[to] = and(at[p[2]], at[p[3]]); p += 4; break;
      case OR: at[to] = or(at[p[2]], at[p[3]]); p += 4; break;
      case XOR: at[to] = xor(at[p[2]], at[p[3]]); p += 4; break;
      case ITE: at[to] = ite(at[p[2]], at[p[3]], at[p[4]]); p += 5; break;
      case EXISTS: at[to] = exists(at[p[2]], at[p[3]]); p += 4; break;
      case AND_EXISTS: at[to] = and_exists(at[p[2]], at[p[3]], at[p[4]]); p += 5; break;
      case DEFINE_RENAMING: define_renaming(to, p[2], p + 3); p += 3 + 2 * p[2]; break;
      case RENAME: at[to] = rename_by(at[p[2]], p[3]); p += 4; break;
      case FREE: release(at[to]); p += 2; break;
      case GROUP: group(to, p[2]); p += 3; break;
      case SIFT: {
        live_nodes();
        double before = cpu_ms();
        sift();
        sift_ms += cpu_ms() - before;
        sifted = live_nodes();
        p += 1;
        break;
      }
      case AUTO_SIFT: auto_sift(); p += 1; break;
      case REPORT:
        reported = realloc(reported, sizeof *reported * (reports + 1));
        reported[reports++] = at[to];
        p += 2;
        break;
      default: return 65;
    }
  }
  double ms = cpu_ms() - start;
  long peak = peak_nodes();
  printf("{\"ms\":%.3f,\"siftMs\":%.3f,\"siftedNodes\":%d,\"sizes\":[", ms, sift_ms, sifted);
  for (int i = 0; i < reports; i++) printf("%s%d", i ? "," : "", size_of(reported[i]));
  printf("],\"counts\":[");
  for (int i = 0; i < reports; i++) {
    double count = count_of(reported[i]);
    if (isfinite(count)) printf("%s%.17g", i ? "," : "", count);
    else printf("%snull", i ? "," : "");
  }
  printf("],\"peakNodes\":%ld,\"residentKb\":%ld}\n", peak, resident_kb("VmHWM: %ld") - resident);
  return 0;
}
