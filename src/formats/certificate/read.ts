import type { Certificate, CertificateStep, Closure, Shadow } from "../../evidence/certificate.js";
import type { CtlCertificate, CtlClaim, CtlWay, Proof } from "../../evidence/ctl-certificate.js";
import { Aig } from "../../logic/aig.js";
import { type Lit, nodeOf } from "../../logic/lit.js";
import type { Step } from "../../model/step.js";
import { InputError } from "../../text/input-error.js";
import { linesIn } from "../../text/lines.js";
import type { AigerFile } from "../aiger/file.js";
import { readAigerFile } from "../aiger/read.js";
import { literalsOf } from "../aiger/to-design.js";
import { type CertificateSubject, MAGIC } from "./write.js";

export interface CertificateFile extends CertificateSubject {
  readonly certificate: Proof;
}

/** Does a file look like a certificate? Cheap: no gate is read. */
export function isCertificate(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, 4));
  return text === "aag " && new TextDecoder().decode(bytes).includes(`\nc\n${MAGIC}\n`);
}

/** Reads what `writeCertificate` writes. Whether it proves anything is for the checker to say. */
export function readCertificate(bytes: Uint8Array): CertificateFile {
  const file = readAigerFile(bytes);
  return new CertificateReader(file).read();
}

interface GraphOfFile {
  readonly aig: Aig;
  /** A literal of the file in the graph. */
  readonly literal: (lit: number) => Lit;
}

class CertificateReader {
  private readonly lines: Iterator<string, undefined>;
  private readonly firstLine: number;
  /** The line that is to be read; it only grows. */
  private line = 0;
  private taken = -1;
  private text: string | undefined = "";

  constructor(private readonly file: AigerFile) {
    this.lines = linesIn(file.comment ?? "");
    this.firstLine = linesBefore(file);
  }

  read(): CertificateFile {
    if (this.current() !== MAGIC) this.fail(`expected a comment that starts with '${MAGIC}'`);
    this.line = 1;
    const property = /^property (.*)$/.exec(this.current())?.[1];
    if (property === undefined) this.fail("expected 'property' and its name");
    this.line = 2;
    const counts = /^latches (\d{1,9}) inputs (\d{1,9}) choices (\d{1,9})$/.exec(this.current())?.slice(1).map(Number);
    if (counts === undefined) this.fail("expected 'latches' N 'inputs' N 'choices' N");
    this.line = 3;
    const isCtl = this.current().startsWith("ctl ");
    return { property: property!, certificate: isCtl ? this.ctl(counts!) : this.certificate(counts!) };
  }

  private ctl([latchCount, inputCount, choiceCount]: readonly number[]): CtlCertificate {
    const { file } = this;
    const leaves = latchCount! + inputCount!;
    if (choiceCount !== 0 || leaves !== file.inputs.length || file.latches.length + file.constraints.length > 0)
      this.fail("a proof of a CTL formula has the model's latches and inputs, and nothing beside them");
    const aig = new Aig();
    const graph = { aig, literal: literalsOf(file, aig) };
    const nodes = Array.from(file.inputs, (l) => nodeOf(graph.literal(l)));
    const fails = this.failingState(latchCount!, inputCount!);
    this.line = 4;
    const reach = this.only(this.words("reach", graph)) ?? this.fail("expected 'reach' and the number of an output");
    this.line = 5;
    const claims = new Map<string, CtlClaim>();
    while (this.current() !== "") {
      const name = /^(fair|unfair|part \d{1,9})(?= \d)/.exec(this.current())?.[0];
      if (name === undefined) this.fail("expected 'fair', 'unfair' or 'part' N, and the number of an output");
      if (claims.has(name!)) this.fail(`'${name}' stands here twice`);
      claims.set(name!, this.claim(name!, graph));
    }
    for (; !this.atEnd; this.line++) if (this.current() !== "") this.fail("expected nothing behind an empty line");
    const parts = [...claims].flatMap(([name, claim]) => {
      return name.startsWith("part ") ? [[this.number(name.slice(5)), claim] as const] : [];
    });
    return {
      kind: "ctl-certificate",
      aig,
      latches: nodes.slice(0, latchCount!),
      inputs: nodes.slice(latchCount!),
      fails,
      reach,
      fair: claims.get("fair") ?? null,
      unfair: claims.get("unfair") ?? null,
      parts: new Map(parts),
    };
  }

  private failingState(latchCount: number, inputCount: number): Step | null {
    if (this.current() === "ctl holds") return null;
    const [, latches, inputs] =
      /^ctl fails state ([01]*) inputs ?([01]*)$/.exec(this.current()) ??
      this.fail("expected 'ctl holds', or 'ctl fails state' BITS 'inputs' BITS");
    if (latches!.length !== latchCount || inputs!.length !== inputCount)
      this.fail(`expected ${latchCount} values of latches and ${inputCount} of inputs`);
    return { latches: Uint8Array.from(latches!, Number), inputs: Uint8Array.from(inputs!, Number) };
  }

  /** From the line that names it up to the next one. */
  private claim(name: string, graph: GraphOfFile): CtlClaim {
    const predicate = this.only(this.words(name, graph))!;
    const ways: CtlWay[] = [];
    const proof: CertificateStep[] = [];
    for (this.line++; !/^(fair|unfair|part)\b|^$/.test(this.current()); this.line++) {
      if (!this.current().startsWith("way ")) {
        proof.push(this.step(graph, null));
        continue;
      }
      const [rank, choice, more] = this.current().split(/ choose ?/);
      if (choice === undefined || more !== undefined) this.fail("expected 'way rank' NUMBERS 'choose' NUMBERS");
      ways.push({ rank: this.words("way rank", graph, rank), choice: this.words("", graph, choice) });
    }
    return { predicate, ways, proof };
  }

  /** The outputs whose numbers follow a word. */
  private words(name: string, graph: GraphOfFile, line = this.current()): Lit[] {
    if (!line.startsWith(name)) this.fail(`expected '${name}'`);
    return line
      .slice(name.length)
      .split(" ")
      .filter(Boolean)
      .map((word) => this.output(word, graph));
  }

  private output(word: string | undefined, graph: GraphOfFile): Lit {
    const output = this.file.outputs[this.number(word)];
    return output === undefined ? this.fail(`there is no output ${word}`) : graph.literal(output);
  }

  private certificate([latchCount, inputCount, choiceCount]: readonly number[]): Certificate {
    const { file } = this;
    const aig = new Aig();
    const graph = { aig, literal: literalsOf(file, aig) };
    if (latchCount! + inputCount! + choiceCount! > file.inputs.length)
      this.fail("more leaves than the file has inputs");
    const nodes = Array.from(file.inputs, (l) => nodeOf(graph.literal(l)));
    const take = (n: number) => nodes.splice(0, n);
    const latches = take(latchCount!);
    const inputs = take(inputCount!);
    const choices = take(choiceCount!);
    const monitor = {
      inputs: choices,
      latches: this.monitorLatches(graph),
      constraints: Array.from(file.constraints, graph.literal),
      fairness: Array.from(file.fairness, graph.literal),
    };
    const copies = latches.length + monitor.latches.length;
    const shadow: Shadow | null =
      nodes.length === 0
        ? null
        : { saved: nodes[0]!, copies: nodes.slice(1, 1 + copies), seen: nodes.slice(1 + copies) };
    const steps: CertificateStep[] = [];
    for (this.line = 3; !this.atEnd; this.line++) if (this.current() !== "") steps.push(this.step(graph, shadow));
    return { kind: "certificate", aig: graph.aig, latches, inputs, monitor, steps };
  }

  private monitorLatches(graph: GraphOfFile): Certificate["monitor"]["latches"] {
    const { latches } = this.file;
    return Array.from({ length: latches.length / 3 }, (_, i) => {
      const [own, next, reset] = latches.subarray(3 * i, 3 * i + 3) as unknown as [number, number, number];
      if (reset > 1 && reset !== own) this.fail("the reset of a monitor's latch is 0, 1 or free");
      return {
        node: nodeOf(graph.literal(own)),
        next: graph.literal(next),
        reset: reset === own ? ("free" as const) : reset === 1 ? (1 as const) : (0 as const),
      };
    });
  }

  private step(graph: GraphOfFile, shadow: Shadow | null): CertificateStep {
    const [rule, using, more] = this.current().split(/ using ?/);
    if (more !== undefined) this.fail("'using' stands here twice");
    const uses =
      using === undefined
        ? {}
        : {
            uses: using
              .split(" ")
              .filter(Boolean)
              .map((w) => this.number(w)),
          };
    const words = rule!.split(" ");
    const predicate = (): Lit => this.output(words[1], graph);
    switch (words[0]) {
      case "reach":
        this.endAfter(2, words);
        return { rule: "reach", predicate: predicate(), ...uses };
      case "split":
        this.endAfter(3, words);
        return { rule: "split", predicate: predicate(), closed: this.closure(words[2]), ...uses };
      case "exclude":
        return { rule: "exclude", predicate: predicate(), because: this.reason(words.slice(2)), ...uses };
      case "done":
        return { rule: "done", unroll: this.number(words[1]), ...this.meeting(words.slice(2)), ...uses };
      case "safe":
        this.endAfter(1, words);
        return { rule: "safe", ...uses };
      case "l2s":
        this.endAfter(2, words);
        return { rule: "l2s", predicate: predicate(), shadow: shadow ?? this.fail("l2s needs shadow inputs"), ...uses };
      default:
        return this.fail("expected reach, split, exclude, done, l2s or safe");
    }
  }

  private reason([kind, ...rest]: readonly string[]) {
    switch (kind) {
      case "no-start":
      case "no-end":
        this.endAfter(0, rest);
        return { kind } as const;
      case "condition":
        this.endAfter(2, rest);
        return { kind, condition: this.number(rest[0]), closed: this.closure(rest[1]) } as const;
      case "skeleton":
        return {
          kind,
          unroll: this.number(rest[0]),
          closed: this.closure(rest[1]),
          ...this.meeting(rest.slice(2)),
        } as const;
      default:
        return this.fail("expected no-start, no-end, condition or skeleton");
    }
  }

  /** What nobody reads would not be part of the proof. */
  private endAfter(count: number, words: readonly string[]): void {
    if (words.length > count) this.fail(`expected the end of the line, found '${words[count]}'`);
  }

  private only<T>([first, ...others]: readonly T[]): T | undefined {
    return others.length === 0 ? first : this.fail("expected one number");
  }

  /** The conditions of a skeleton, if they are named. */
  private meeting([word, ...conditions]: readonly string[]): { conditions?: readonly number[] } {
    if (word === undefined) return {};
    return word === "meeting" ? { conditions: conditions.map((w) => this.number(w)) } : this.fail("expected 'meeting'");
  }

  private closure(word: string | undefined): Closure {
    return word === "forward" || word === "backward" ? word : this.fail("expected forward or backward");
  }

  private number(word: string | undefined): number {
    return word !== undefined && /^\d{1,9}$/.test(word)
      ? Number(word)
      : this.fail(`expected a number, not '${word ?? ""}'`);
  }

  /** An empty one behind the last. */
  private current(): string {
    for (; this.taken < this.line; this.taken++) this.text = this.lines.next().value;
    return this.text ?? "";
  }

  private get atEnd(): boolean {
    return this.current() === "" && this.text === undefined;
  }

  private fail(problem: string): never {
    throw new InputError("certificate-syntax", problem, { line: this.firstLine + this.line, column: 1 });
  }
}

/** The line of the file on which its comment's text begins. */
function linesBefore(file: AigerFile): number {
  const entries =
    file.inputs.length +
    (file.latches.length + file.gates.length) / 3 +
    file.outputs.length +
    file.bad.length +
    file.constraints.length +
    file.justiceSizes.length +
    file.justice.length +
    file.fairness.length +
    file.symbols.length;
  return 1 + entries + 1 + 1;
}
