import fc from "fast-check";
import type { AigerFile } from "../../src/formats/aiger/file.js";
import { writeAiger } from "../../src/formats/aiger/from-design.js";
import { readAigerFile } from "../../src/formats/aiger/read.js";
import { toDesign } from "../../src/formats/aiger/to-design.js";
import { lassosOf, readWitnesses, runOf } from "../../src/formats/aiger/witness.js";
import { writeAigerFile } from "../../src/formats/aiger/write.js";
import { readBlif } from "../../src/formats/blif/to-design.js";
import { writeBlif } from "../../src/formats/blif/write.js";
import { readBtor2Witnesses } from "../../src/formats/btor2/read-witness.js";
import { readBtor2 } from "../../src/formats/btor2/to-design.js";
import { writeBtor2 } from "../../src/formats/btor2/write.js";
import { readCertificate } from "../../src/formats/certificate/read.js";
import { writeCertificate } from "../../src/formats/certificate/write.js";
import { readHoa } from "../../src/formats/hoa/read.js";
import { writeHoa } from "../../src/formats/hoa/write.js";
import { readRankedWitness } from "../../src/formats/ranked/read.js";
import { readSmv } from "../../src/formats/smv/read.js";
import { writeSmv } from "../../src/formats/smv/write.js";
import { fileReferences } from "../../src/formats/verilog/includes.js";
import {
  delayNotices,
  refuseMisreadWords,
  refuseStructureArrays,
  structureNames,
} from "../../src/formats/verilog/misread.js";
import { extractProperties } from "../../src/formats/verilog/properties.js";
import { scan } from "../../src/formats/verilog/scan.js";
import { readVis } from "../../src/formats/vis/read.js";
import { parseCtlFile, parseLtlFile } from "../../src/formula/parse.js";
import { Random } from "../../src/logic/random.js";
import { automatonDesign } from "../../src/transform/automaton-design.js";
import { aigerFiles } from "../arbitraries/aiger-files.js";
import { models } from "../arbitraries/systems.js";
import { certificateFromReference } from "../certificates/from-reference.js";
import { randomFile } from "../formats/btor2/random-files.js";
import type { FuzzTarget } from "./fuzz-reader.js";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const BTOR2_SAMPLES = [
  "; by hand\n1 sort bitvec 4\n2 sort bitvec 1\n3 zero 1\n4 state 1 count\n5 init 1 4 3\n6 input 2 go\n7 inc 1 4\n8 ite 1 -6 4 7\n" +
    "9 next 1 4 8\n10 redand 2 4\n11 fair 6\n12 justice 2 10 -6 full ; comment\n13 constd 1 -3\n14 ugt 2 4 13\n15 bad 14\n16 constraint 6\n",
  "1 sort bitvec 2\n2 sort bitvec 8\n3 sort array 1 2\n4 consth 2 fe\n5 state 3 memory\n6 init 3 5 4\n7 input 1 at\n8 read 2 5 7\n" +
    "9 slice 1 8 5 4\n10 and 1 9 -7\n",
];

const BLIF_SAMPLES = [
  ".model m # two digits\n.inputs go\n.outputs x<0> x<1>\n.latch n q re clk 1\n.names go q n\n10 1\n01 1\n.names q x<0>\n0 0\n" +
    ".names x<1>\n.subckt s a=go \\\n b=w\n.end\n.model s\n.inputs a\n.outputs b\n.names a b\n1 1\n.end\n",
  ".model m\n.inputs a b\n.outputs x\n.mv b, x, n 3 RED GREEN BLUE\n.table a b -> x\n.default (RED,BLUE)\n1 !GREEN =b\n0 - -\n" +
    ".latch n s\n.mv s 3 RED GREEN BLUE\n.reset s\n{RED,BLUE}\n.table s -> n\n- =s\n.end\n",
];

const VIS_SAMPLES = [
  "`define W 2\ntypedef enum {IDLE, BUSY} state;\nmodule top(clk, go); input clk, go; state wire s; part #(3) p(clk, go, s); endmodule\n" +
    "module part(clk, go, s); parameter N = 1; input clk, go; output s; state reg s; reg [`W:0] m[0:N]; reg [0:1] k; integer i;\n" +
    "function f; input [1:0] x; begin: _f f = x[1] ^ x[0]; end endfunction\n" +
    "task t; input [1:0] j; begin m[j] = m[j] - 1; end endtask\n" +
    "initial begin s = IDLE; for (i = 0; i <= N; i = i + 1) m[i] = $ND(0, 1); k = {go, 1'b0}; end\n" +
    "always @(posedge clk) begin case (s) IDLE: if (go && f(k)) s = BUSY; default: s = go ? IDLE : s; endcase t(k); k <= k + 1; end\nendmodule\n",
  "module c(x, y); input [3:0] x; output y; reg y; wire z; assign z = ^x | (x > 2) ? ~x[2:1] == 1 : &x;\n" +
    "always @(x or z) begin y = 0; casex (x) 4'b1?0?: y = z; 2, 3: ; endcase end endmodule\n",
];

/** About a model with one input and one latch. */
const RANKED_SAMPLES = [
  "aag 4 1 1 0 2 0 0 1 0\n2\n4 7\n1\n8\n6 5 3\n8 7 5\n",
  "aag 5 2 1 0 2 0 0 1 0\n2\n4\n6 9\n1\n10\n8 7 3\n10 7 4\nl0 < 4\n",
  "aag 6 1 1 0 4 0 0 1 0\n2\n4 7\n1\n12\n6 5 3\n8 5 4\n10 9 9\n12 11 5\nc\nINTERVENTION 1\n5 10\n",
  "aag 5 2 1 0 2 0 0 1 0\n2\n4\n6 9\n1\n10\n8 7 3\n10 7 4\ni0 = 2\nl0 = 4 < 4\n",
];

const HOA_SAMPLES = [
  'HOA: v1\nname: "two"\nStates: 2\nStart: 0\nAP: 2 "a" "b"\nacc-name: generalized-Buchi 2\nAcceptance: 2 Inf(0)&Inf(1)\nproperties: trans-labels\n' +
    '--BODY--\nState: 0 "first" {0}\n[0 & !1] 1 {1}\n[t] 0\nState: 1\n[!0 | 1] 0\n--END--\n',
  'HOA: v1 /* old */ States: 1 Start: 0 AP: 1 "p" Alias: @x 0 Acceptance: 1 Inf(0) --BODY-- State: [@x] 0 {0} 0 --END--',
];

/** Every reader of the project, with samples of what it reads. A new reader is one more entry. */
export const FUZZ_TARGETS: readonly FuzzTarget[] = [
  aiger(),
  aigerWitness(),
  blif(),
  btor2(),
  btor2Witness(),
  ltl(),
  ctl(),
  smv(),
  vis(),
  certificate(),
  ranked(),
  hoa(),
  verilog(),
];

/** What is accepted can be written, and is read again. */
function blif(): FuzzTarget {
  return {
    name: "blif",
    samples: BLIF_SAMPLES.map(bytesOf),
    read(bytes) {
      const design = readBlif(textOf(bytes));
      readBlif(writeBlif(design, "blif-mv").text);
    },
  };
}

/** A text with what is asked about it after a line of dashes. */
function vis(): FuzzTarget {
  const asked =
    "----\n# PASS\n\\define B p.s=BUSY\nAG(\\B -> A(go=1 U p.s={IDLE,BUSY})) ; !p.k[0:1]=2 + p.m<*0*>[1]==go * AX:3(TRUE)";
  return {
    name: "vis",
    samples: [...VIS_SAMPLES, VIS_SAMPLES[0]! + asked].map(bytesOf),
    read(bytes) {
      const [text, formulas] = textOf(bytes).split("----\n");
      const questions = formulas === undefined ? [] : [{ name: "m.ctl", text: formulas }];
      readVis([{ name: "m.v", text: text! }], { questions });
    },
  };
}

/** What is accepted can also be understood, and is written so that it is read as the same file. */
function aiger(): FuzzTarget {
  const files = fc.sample(aigerFiles(), { seed: 1, numRuns: 60 });
  return {
    name: "aiger",
    samples: files.map(writeAigerFile),
    read(bytes) {
      const file = readAigerFile(bytes);
      const again = readAigerFile(writeAigerFile(file));
      if (summary(again) !== summary(file)) throw new Error("reading and writing changed the file");
      writeAiger(toDesign(file), "binary");
    },
  };
}

const summary = (file: AigerFile): string =>
  JSON.stringify(file, (_, v) => (v instanceof Int32Array ? Array.from(v).join() : v));

function aigerWitness(): FuzzTarget {
  const { model } = toDesign(readAigerFile(bytesOf("aag 3 1 2 0 0\n2\n4 2 1\n6 4 6\n")));
  const samples = [
    "1\nb0\n1x\n0\n1\n.\n",
    "c x\n0\nb0j1\n.\n2\nj0\n.\n",
    "10\n1\n0# DONE\n",
    "1\n10 1 0 11\n11 0 0 01\n",
  ];
  return {
    name: "aiger-witness",
    samples: samples.map(bytesOf),
    read(bytes) {
      for (const witness of readWitnesses(textOf(bytes), model))
        if (witness.answer === "fails")
          lassosOf(model, witness.stimulus, new Uint8Array(model.latches.length), witness.loop).next();
    },
  };
}

/** What is accepted is also written, and what was written is read. */
function btor2(): FuzzTarget {
  const random = new Random(4);
  const shape = { widths: [1, 2, 3, 7], inputs: 2, states: 3, terms: 15 };
  const made = Array.from({ length: 40 }, (_, k) =>
    randomFile(random, { ...shape, array: k % 2 === 0 ? [2, 3] : null }),
  );
  return {
    name: "btor2",
    samples: [...BTOR2_SAMPLES, ...made].map(bytesOf),
    read(bytes) {
      const design = readBtor2(bytes);
      if (design.model.aig.size < 100_000) readBtor2(bytesOf(writeBtor2(design).text));
    },
  };
}

function btor2Witness(): FuzzTarget {
  const design = readBtor2(bytesOf(BTOR2_SAMPLES[0]!));
  const memory = readBtor2(bytesOf(BTOR2_SAMPLES[1]!));
  const samples = [
    "sat\nj0\n@0\n0 1 go@0\n@1\n0 1\n.\n",
    "; a comment\nsat\nb0\n#0\n0 0000\n@0\n#1\n@1\n.\nunsat\nb0\n.\n",
    "sat\nb0\n#0\n0 [01] 11111110 memory#0\n0 [*] 11111110\n@0\n0 10\n.\n",
  ];
  return {
    name: "btor2-witness",
    samples: samples.map(bytesOf),
    read(bytes) {
      const text = textOf(bytes);
      const about = text.includes("[") ? memory : design;
      for (const witness of readBtor2Witnesses(text, { ...about, words: about.words! }))
        if (witness.answer === "fails") runOf(about.model, witness.stimulus);
    },
  };
}

function ltl(): FuzzTarget {
  const samples = [
    "G (req -> F ack)",
    "[] <> p && !(q U (r W s)) || X[1] true",
    "O a S (b T Z c) <-> state<2> = 3 ^ Y d",
  ];
  return { name: "ltl", samples: samples.map(bytesOf), read: (bytes) => void parseLtlFile(textOf(bytes)) };
}

function ctl(): FuzzTarget {
  const samples = [
    "AG (p -> AF q)\n# comment\nE[a U b<1>]; A (x R y)",
    "AG EF ~p | EX (q & !AX r) ^ A[p W q] <-> E p U q",
  ];
  return { name: "ctl", samples: samples.map(bytesOf), read: (bytes) => void parseCtlFile(textOf(bytes)) };
}

function smv(): FuzzTarget {
  const written = fc.sample(aigerFiles(), { seed: 2, numRuns: 10 }).map((file) => writeSmv(toDesign(file)).text);
  const byHand = [
    "MODULE main\nVAR\n  s : {idle, busy, done};\n  n : 0..5;\n  w : unsigned word[4];\n  p : cell(s, n);\nASSIGN\n" +
      "  init(s) := idle;\n  next(s) := case s = idle & p.go : {busy, idle}; s = busy : done; TRUE : idle; esac;\n" +
      "  next(n) := (n + 1) mod 6;\n  next(w) := w + 0ud4_1;\nFAIRNESS s = done\nLTLSPEC G (s = busy -> F s = done)\n" +
      "CTLSPEC AG EF n = 3\nINVARSPEC w[1:0] != 0ub2_11 | n < 5\n" +
      "MODULE cell(a, b)\nVAR go : boolean;\nDEFINE hot := go & b > 2;\nTRANS next(go) != go | a = idle\nINVAR b >= 0\n",
    "MODULE main\nIVAR i : boolean;\nVAR a : array 0..2 of boolean; k : -3..3;\nFROZENVAR f : boolean;\n" +
      "INIT a[0] & !a[1]\nTRANS next(k) in {k, -k} union {0}\nASSIGN next(a[0]) := i xor f;\nJUSTICE k = 0;\n" +
      "COMPUTE MIN [a[0], a[1]]\nSPEC E [a[0] U A [k < 0 U f]]\n",
    "MODULE main\nVAR a : boolean; b : boolean; n : 0..3;\nPSLSPEC always {a; b[*1:3]; {a & b[->2]} : {[+]}} |=> {b[=1]}!;\n" +
      "PSLSPEC NAME p := forall i in {0:2}: next_event_a!(a)[1:2](n = i before!_ b);\nPSLSPEC never {{a; b}[*2:inf] && {[*]; a}};\n" +
      "PSLSPEC ([a U b] abort b) until_ {a | b}!;\nPSLSPEC AG (a -> E [a U b]);\nPSLSPEC within!(a, b){a; b};\n",
  ];
  return {
    name: "smv",
    samples: [...written, ...byHand].map(bytesOf),
    read: (bytes) => void readSmv(textOf(bytes), "fuzzed.smv"),
  };
}

function certificate(): FuzzTarget {
  const proofs = fc.sample(models({ maxLatches: 3, maxInputs: 2 }), { seed: 3, numRuns: 40 }).flatMap((model, seed) => {
    const proof = certificateFromReference(model, new Random(seed));
    return proof === null ? [] : [writeCertificate(proof, { property: "j0" })];
  });
  return { name: "certificate", samples: proofs, read: (bytes) => void readCertificate(bytes) };
}

function ranked(): FuzzTarget {
  const counts = { inputs: 1, latches: 1 };
  return {
    name: "ranked",
    samples: RANKED_SAMPLES.map(bytesOf),
    read: (bytes) => void readRankedWitness(bytes, counts),
  };
}

/** What is accepted becomes a model, and is written so that it is read. */
function hoa(): FuzzTarget {
  return {
    name: "hoa",
    samples: HOA_SAMPLES.map(bytesOf),
    read(bytes) {
      for (const { automaton, name } of readHoa(textOf(bytes))) {
        automatonDesign(automaton, name);
        readHoa(writeHoa(automaton, name ?? undefined));
      }
    },
  };
}

/** What is ours of reading Verilog: tokens, concurrent assertions, included files and what would be misread. */
function verilog(): FuzzTarget {
  const samples = [
    'module m(input clk, input a, b);\n  `include "w.vh"\n  default clocking c @(posedge clk); endclocking\n  default disable iff (a);\n' +
      "  sequence s; a ##1 b[*1:3] ##[0:$] a; endsequence\n  property p(x); s |=> ##2 x or s_eventually b; endproperty\n" +
      '  l: assert property (p(a)) else $error("no");\n  assume property (@(posedge clk) $past(a, 2) |-> $rose(b) until_with a);\n' +
      "  cover property (b ##1 a);\n  always @(posedge clk) if (a) r: assert (b); // done\n  /* c */ wire [3:0] w = 4'b1x0z; endmodule\n",
    'module n; typedef struct packed { logic v; } t; t x; initial $readmemh("d.hex", m); assign #3 y = "a\\"b"; \\esc@ped = 1; endmodule',
  ];
  return {
    name: "verilog",
    samples: samples.map(bytesOf),
    read(bytes) {
      const text = textOf(bytes);
      const tokens = scan(text);
      fileReferences(tokens);
      const source = { name: "fuzzed.sv", text, tokens };
      refuseStructureArrays(source, structureNames([source]));
      refuseMisreadWords(source);
      delayNotices(source);
      extractProperties(text);
    },
  };
}
