/**
 * Models of the families that D'n'C was measured on, as SMV texts of our own: mutual exclusion, philosophers, queues and
 * controllers. Each has one LTL property; `holds` says whether it does.
 */
export interface Protocol {
  readonly name: string;
  readonly holds: boolean;
  readonly text: string;
}

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
const list = (n: number, f: (i: number) => string, between = ", "): string => upTo(n).map(f).join(between);
const lines = (n: number, f: (i: number) => string): string => upTo(n).map(f).join("\n");

/** One process moves in each step; each moves infinitely often. */
const interleaved = (n: number): string => `IVAR run : 0..${n - 1};\n${lines(n, (i) => `JUSTICE run = ${i}`)}`;

/**
 * Dining philosophers who move at once. Each fork goes first to who wanted it alone, or did not use it last. Nobody eats for
 * ever, and all but the first grow tired of waiting again and again. The property speaks of the first. `careless`: forks
 * remember nothing. `tiring`: the property speaks of the second.
 */
export function philosophers(n: number, careless = false, tiring = false): Protocol {
  const asked = tiring ? "p1" : "p0";
  const left = (i: number) => (i + n - 1) % n;
  const right = (i: number) => (i + 1) % n;
  return {
    name: `philosophers ${n}${careless ? " careless" : ""}${tiring ? " tiring" : ""}`,
    holds: !careless && !tiring,
    text: `MODULE main
VAR
${lines(n, (i) => `  p${i} : philosopher(p${left(i)}, p${right(i)}, p${left(i)}.gives, ${i > 0 ? "TRUE" : "FALSE"});`)}
${lines(n, (i) => `JUSTICE p${i}.state != eating`)}
${lines(n, (i) => (i > 0 ? `JUSTICE p${i}.state != hungry` : ""))}
LTLSPEC G (${asked}.state = hungry -> F ${asked}.state = eating)

MODULE philosopher(left, right, given, tires)
VAR
  state : {thinking, hungry, eating};
  gives : boolean; -- the right fork goes to the right neighbour first
DEFINE
  may := left.state != eating & right.state != eating${
    careless ? "" : "\n    & (left.state != hungry | given) & (right.state != hungry | !gives)"
  };
ASSIGN
  init(state) := thinking;
  next(state) := case
    state = thinking     : {thinking, hungry};
    state = eating       : {eating, thinking};
    may                  : eating;
    tires                : {hungry, thinking};
    TRUE                 : hungry;
  esac;
  init(gives) := FALSE;
  next(gives) := case
    state = eating       : TRUE;
    right.state = eating : FALSE;
    state = hungry & right.state = thinking : FALSE;
    right.state = hungry & state = thinking : TRUE;
    TRUE                 : gives;
  esac;
`,
  };
}

/** Lamport's bakery with tickets up to a bound. Who has a ticket is served; who only wants one may wait for ever. */
export function bakery(n: number, tickets: number, starving = false): Protocol {
  const others = (i: number) => list(n, (j) => (j === i ? "" : `, p${j}`), "");
  return {
    name: `bakery ${n}/${tickets}${starving ? " starving" : ""}`,
    holds: !starving,
    text: `MODULE main
VAR
${lines(n, (i) => `  p${i} : customer(run = ${i}, top${others(i)});`)}
DEFINE top := ${upTo(n)
      .map((i) => `p${i}.ticket`)
      .reduce((a, b) => `max(${a}, ${b})`)};
${interleaved(n)}
LTLSPEC G (p0.at = ${starving ? "asks" : "waits"} -> F p0.at = served)

MODULE customer(moves, top${list(n - 1, (k) => `, o${k}`, "")})
VAR
  at : {outside, asks, waits, served};
  ticket : 0..${tickets};
  next-to-see : 0..${n - 1};
DEFINE
${lines(n - 1, (k) => `  before${k} := o${k}.ticket = 0 | ticket < o${k}.ticket;`)}
  clear := case
${lines(n - 1, (k) => `    next-to-see = ${k} : before${k};`)}
    TRUE : TRUE;
  esac;
ASSIGN
  init(at) := outside;
  init(ticket) := 0;
  init(next-to-see) := 0;
  next(at) := case
    !moves : at;
    at = outside : {outside, asks};
    at = asks & top < ${tickets} : waits;
    at = waits & next-to-see = ${n - 1} : served;
    at = served : outside;
    TRUE : at;
  esac;
  next(ticket) := case
    !moves : ticket;
    at = asks & top < ${tickets} : top + 1;
    at = served : 0;
    TRUE : ticket;
  esac;
  next(next-to-see) := case
    !moves : next-to-see;
    at = waits & next-to-see < ${n - 1} & clear : next-to-see + 1;
    at = served : 0;
    TRUE : next-to-see;
  esac;
`,
  };
}

/** Eisenberg and McGuire's algorithm. The starving version keeps the turn when it leaves. */
export function eisenbergMcGuire(n: number, starving = false): Protocol {
  const flag = (i: string) => `case ${list(n, (j) => `${i} = ${j} : p${j}.flag;`, " ")} TRUE : idle; esac`;
  return {
    name: `eisenberg ${n}${starving ? " starving" : ""}`,
    holds: !starving,
    text: `MODULE main
VAR
  turn : 0..${n - 1};
${lines(n, (i) => `  p${i} : process-of(run = ${i}, ${i}, turn, at-index${i}, at-turn);`)}
DEFINE
  at-turn := ${flag("turn")};
${lines(n, (i) => `  at-index${i} := ${flag(`p${i}.index`)};`)}
ASSIGN
  init(turn) := 0;
  next(turn) := case
${lines(n, (i) => `    run = ${i} & p${i}.enters : ${i};`)}
${starving ? "" : lines(n, (i) => `    run = ${i} & p${i}.leaves : p${i}.index;`)}
    TRUE : turn;
  esac;
${interleaved(n)}
LTLSPEC G (p0.flag = waiting -> F p0.at = critical)

MODULE process-of(moves, id, turn, seen, at-turn)
VAR
  at : {outside, looks, counts, critical, hands-on};
  flag : {idle, waiting, active};
  index : 0..${n};
DEFINE
  enters := at = counts & index = ${n} & (turn = id | at-turn = idle);
  leaves := at = hands-on & index < ${n} & seen != idle;
ASSIGN
  init(at) := outside;
  init(flag) := idle;
  init(index) := 0;
  next(at) := case
    !moves : at;
    at = outside : {outside, looks};
    at = looks & index = id : counts;
    at = counts & enters : critical;
    at = counts & index = ${n} : looks;
    at = counts & index != id & seen = active : looks;
    at = critical : hands-on;
    leaves : outside;
    TRUE : at;
  esac;
  next(flag) := case
    !moves : flag;
    next(at) = outside : idle;
    next(at) = looks : waiting;
    TRUE : active;
  esac;
  next(index) := case
    !moves : index;
    at = outside : turn;
    at = looks & index = id : 0;
    at = looks & index < ${n} & seen = idle : (index + 1) mod ${n};
    at = looks : turn;
    at = counts & (enters | index = ${n} | (index != id & seen = active)) : turn;
    at = counts & index < ${n} : index + 1;
    at = critical : (id + 1) mod ${n};
    at = hands-on & index < ${n} & !leaves : (index + 1) mod ${n};
    TRUE : index;
  esac;
`,
  };
}

/** Peterson's filter for n processes; the starving version lets the latest arrival pass first. */
export function peterson(n: number, starving = false): Protocol {
  const others = (i: number) => list(n, (j) => (j === i ? "" : `, p${j}.level`), "");
  return {
    name: `peterson ${n}${starving ? " starving" : ""}`,
    holds: !starving,
    text: `MODULE main
VAR
${lines(n - 1, (l) => `  last${l + 1} : 0..${n - 1};`)}
${lines(n, (i) => `  p${i} : member(run = ${i}, ${list(n - 1, (l) => `last${l + 1} = ${i}`)}${others(i)});`)}
ASSIGN
${lines(n - 1, (l) => `  next(last${l + 1}) := case\n${lines(n, (i) => `    run = ${i} & p${i}.arrives & p${i}.level = ${l} : ${i};`)}\n    TRUE : last${l + 1};\n  esac;`)}
${interleaved(n)}
LTLSPEC G (p0.level > 0 -> F p0.critical)

MODULE member(moves, ${list(n - 1, (l) => `last${l + 1}`)}${list(n - 1, (k) => `, other${k}`, "")})
VAR
  level : 0..${n - 1};
  waits : boolean; -- at this level
  critical : boolean;
  wants : boolean;
DEFINE
  highest := ${list(n - 1, (k) => `other${k} < level`, " & ")};
  is-last := case ${list(n - 1, (l) => `level = ${l + 1} : last${l + 1};`, " ")} TRUE : FALSE; esac;
  passes := level > 0 & waits & (highest | ${starving ? "is-last" : "!is-last"});
  arrives := !critical & level < ${n - 1} & (level = 0 ? wants : passes);
ASSIGN
  init(level) := 0;
  init(waits) := FALSE;
  init(critical) := FALSE;
  init(wants) := FALSE;
  next(wants) := case !moves : wants; level = 0 & !wants : {TRUE, FALSE}; critical : FALSE; TRUE : wants; esac;
  next(level) := case !moves : level; critical : 0; arrives & level < ${n - 1} : level + 1; TRUE : level; esac;
  next(waits) := case !moves : waits; critical : FALSE; arrives : TRUE; TRUE : waits; esac;
  next(critical) := case !moves : critical; critical : FALSE; passes & level = ${n - 1} : TRUE; TRUE : critical; esac;
`,
  };
}

/** An elevator that goes on in its direction as long as somebody calls there; the starving one serves any call. */
export function elevator(floors: number, starving = false): Protocol {
  const above = (f: number) => list(floors - 1 - f, (k) => `c${f + 1 + k}.waits`, " | ") || "FALSE";
  const below = (f: number) => list(f, (k) => `c${k}.waits`, " | ") || "FALSE";
  return {
    name: `elevator ${floors}${starving ? " starving" : ""}`,
    holds: !starving,
    text: `MODULE main
IVAR
${lines(floors, (f) => `  button${f} : boolean;`)}
  choice : boolean;
  slow : boolean;
VAR
  floor : 0..${floors - 1};
  up : boolean;
  open : boolean;
  timer : 0..3;
  leaving : boolean; -- the doors were open here last
${lines(floors, (f) => `  c${f} : call(button${f}, open & floor = ${f});`)}
DEFINE
  above := case ${list(floors, (f) => `floor = ${f} : ${above(f)};`, " ")} esac;
  below := case ${list(floors, (f) => `floor = ${f} : ${below(f)};`, " ")} esac;
  here := !(leaving & (above | below)) & case ${list(floors, (f) => `floor = ${f} : c${f}.waits;`, " ")} esac;
  goes-up := ${starving ? "choice ? above : above & !below" : "up ? above : above & !below"};
  goes-down := !goes-up & below;
ASSIGN
  init(floor) := 0;
  init(up) := TRUE;
  init(open) := FALSE;
  init(timer) := 0;
  init(leaving) := FALSE;
  next(leaving) := case open : TRUE; next(floor) != floor : FALSE; TRUE : leaving; esac;
  next(timer) := case open & timer < 3 & !slow : timer + 1; open : timer; TRUE : 0; esac;
  next(open) := case open : timer < 3; here : TRUE; TRUE : FALSE; esac;
  next(floor) := case
    open | here | slow : floor;
    goes-up & floor < ${floors - 1} : floor + 1;
    goes-down & floor > 0 : floor - 1;
    TRUE : floor;
  esac;
  next(up) := case open | here : up; goes-up : TRUE; goes-down : FALSE; TRUE : up; esac;
JUSTICE !slow
LTLSPEC G (c${floors - 1}.waits -> F (open & floor = ${floors - 1}))

MODULE call(button, served)
VAR
  waits : boolean;
ASSIGN
  init(waits) := FALSE;
  next(waits) := case served : FALSE; button : TRUE; TRUE : waits; esac;
`,
  };
}

/**
 * Two terminals joined by a null modem: each sends words bit by bit, when the other is ready, with a start and a stop bit,
 * at the same rate. A word of ones arrives. `slow`: receivers take too long for each bit.
 */
export function nullModem(bits: number, divider: number, slow = false): Protocol {
  const ones = `0ub${bits}_${"1".repeat(bits)}`;
  const last = slow ? divider : divider - 1;
  return {
    name: `modem ${bits}/${divider}${slow ? " slow" : ""}`,
    holds: !slow,
    text: `MODULE main
IVAR
  word-a : unsigned word[${bits}];
  word-b : unsigned word[${bits}];
  send-a : boolean;
  send-b : boolean;
  read-a : boolean;
  read-b : boolean;
VAR
  a : terminal(word-a, send-a, read-a, b.line, b.ready);
  b : terminal(word-b, send-b, read-b, a.line, a.ready);
JUSTICE read-a
JUSTICE read-b
LTLSPEC G (a.out = starts & a.shift = ${ones} -> F (b.full & b.buffer = ${ones}))

MODULE terminal(given, send, read, heard, clear)
VAR
  out : {rests, starts, sends, stops};
  shift : unsigned word[${bits}];
  sent : 0..${bits};
  tick : 0..${divider - 1};
  ear : {listens, hears, keeps};
  buffer : unsigned word[${bits}];
  got : 0..${bits};
  tock : 0..${last};
DEFINE
  line := case out = starts : TRUE; out = sends : bool(shift[0:0]); TRUE : FALSE; esac;
  ready := ear = listens;
  full := ear = keeps;
ASSIGN
  init(out) := rests;
  init(shift) := 0ud${bits}_0;
  init(sent) := 0;
  init(tick) := 0;
  next(tick) := out = rests | tick = ${divider - 1} ? 0 : tick + 1;
  next(out) := case
    out = rests : send & clear ? starts : rests;
    tick < ${divider - 1} : out;
    out = starts : sends;
    out = sends & sent = ${bits - 1} : stops;
    out = stops : rests;
    TRUE : out;
  esac;
  next(sent) := case out != sends : 0; tick = ${divider - 1} & sent < ${bits} : sent + 1; TRUE : sent; esac;
  next(shift) := case out = rests : given; out = sends & tick = ${divider - 1} : shift >> 1; TRUE : shift; esac;
  init(ear) := listens;
  init(buffer) := 0ud${bits}_0;
  init(got) := 0;
  init(tock) := 0;
  next(tock) := ear != hears | tock = ${last} ? 0 : tock + 1;
  next(ear) := case
    ear = listens & heard : hears;
    ear = hears & got = ${bits} : keeps;
    ear = keeps & read : listens;
    TRUE : ear;
  esac;
  next(got) := case ear != hears : 0; tock = ${last} & got < ${bits} : got + 1; TRUE : got; esac;
  next(buffer) := case
    ear = hears & tock = ${last} : (buffer >> 1) | (heard ? 0ud${bits}_1 << ${bits - 1} : 0ud${bits}_0);
    TRUE : buffer;
  esac;
`,
  };
}

/** Two queues of tagged items and one server, which takes turns; the starving one prefers the first queue. */
export function twoQueues(length: number, starving = false): Protocol {
  return {
    name: `queues ${length}${starving ? " starving" : ""}`,
    holds: !starving,
    text: `MODULE main
IVAR
  put-a : boolean;
  put-b : boolean;
  tag-a : boolean;
  tag-b : boolean;
  works : boolean;
VAR
  second : boolean;
  a : queue(put-a, tag-a, works & !serves-b);
  b : queue(put-b, tag-b, works & serves-b);
DEFINE
  serves-b := ${starving ? "a.empty" : "second ? !b.empty : a.empty & !b.empty"};
ASSIGN
  init(second) := FALSE;
  next(second) := works ? !serves-b : second;
JUSTICE works
LTLSPEC G (b.tagged -> F b.tag-leaves)

MODULE queue(put, tag, take)
VAR
${lines(length, (k) => `  full${k} : boolean;\n  tag${k} : boolean;`)}
DEFINE
  empty := !full0;
  tagged := ${list(length, (k) => `(full${k} & tag${k})`, " | ")};
  tag-leaves := take & full0 & tag0;
ASSIGN
${lines(length, (k) => {
  const before = k > 0 ? `full${k - 1}` : "TRUE";
  const after = k + 1 < length ? `full${k + 1}` : "FALSE";
  const tagAfter = k + 1 < length ? `tag${k + 1}` : "FALSE";
  // What enters goes to the first free place; what leaves makes all others move up.
  return `  init(full${k}) := FALSE;
  init(tag${k}) := FALSE;
  next(full${k}) := case
    take & full0 : ${after} | (put & full${k} & !${after});
    TRUE : full${k} | (put & ${before});
  esac;
  next(tag${k}) := case
    take & full0 : ${after} ? ${tagAfter} : (put & full${k} & tag);
    full${k} : tag${k};
    TRUE : put & ${before} & tag;
  esac;`;
})}
`,
  };
}

/** Clients round an arbiter that grants in turns; the starving one prefers the lowest. */
export function arbiter(clients: number, starving = false): Protocol {
  return {
    name: `arbiter ${clients}${starving ? " starving" : ""}`,
    holds: !starving,
    text: `MODULE main
VAR
${lines(clients, (i) => `  c${i} : client(cell${i}.grants);`)}
${lines(clients, (i) => `  cell${i} : cell(c${i}, cell${(i + clients - 1) % clients}.passes, ${i === 0 ? "TRUE" : "FALSE"}, ${starving && i > 0 ? "free0" : "TRUE"});`)}
DEFINE free0 := c0.state = idle;
${lines(clients, (i) => `JUSTICE c${i}.state != uses`)}
LTLSPEC G (c${clients - 1}.state = asks -> F c${clients - 1}.state = uses)

MODULE client(granted)
VAR
  state : {idle, asks, uses};
ASSIGN
  init(state) := idle;
  next(state) := case
    state = idle : {idle, asks};
    state = asks : granted ? uses : asks;
    TRUE : {uses, idle};
  esac;

MODULE cell(client, comes, first, may)
VAR
  token : boolean;
DEFINE
  grants := token & client.state = asks & may;
  passes := token & !grants & client.state != uses;
ASSIGN
  init(token) := first;
  next(token) := (token & !passes) | comes;
`,
  };
}

/**
 * A lock that opens after so many right digits in a row, and cells with different values of which two neighbours are exchanged in each step, or
 * none. Sets of arrangements are large as BDDs, and the digits are far away. The lock stays open, and every cell gets its value back again and again.
 */
export function combinationLock(cells: number, digits: number): Protocol {
  return {
    name: `lock ${cells}/${digits}`,
    holds: false,
    text: `MODULE main
IVAR
  pair : 0..${cells - 1};
  right : boolean;
VAR
  entered : 0..${digits};
${lines(cells, (i) => `  cell${i} : 0..${cells - 1};`)}
ASSIGN
  init(entered) := 0;
  next(entered) := case entered = ${digits} : ${digits}; right : entered + 1; TRUE : 0; esac;
${lines(cells, (i) => {
  const right = i + 1 < cells ? `pair = ${i} : cell${i + 1}; ` : "";
  const left = i > 0 ? `pair = ${i - 1} : cell${i - 1}; ` : "";
  return `  init(cell${i}) := ${i};\n  next(cell${i}) := case ${right}${left}TRUE : cell${i}; esac;`;
})}
${lines(cells, (i) => `JUSTICE cell${i} = ${i}`)}
LTLSPEC G F entered < ${digits}
`,
  };
}
