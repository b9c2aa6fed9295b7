import type { Psl, Sere } from "./syntax.js";

/** How large a formula is when it is written out: parts that it has in several places count in each. */
export interface Extent {
  readonly size: number;
  readonly depth: number;
}

type Node<B> = Psl<B> | Sere<B>;

interface Known extends Extent {
  readonly hasSequences: boolean;
}

/** Of all parts, each looked at once: operators such as `until_` have a part twice, and a row of them would be endless. */
export function extentOf<B>(formula: Psl<B>): Extent {
  const known = new Map<Node<B>, Known>();
  const pending: Node<B>[] = [formula];
  for (let node = pending.at(-1); node !== undefined; node = pending.at(-1)) {
    const parts = partsOf(node);
    const open = parts.filter((p) => !known.has(p));
    if (open.length > 0) {
      pending.push(...open);
      continue;
    }
    pending.pop();
    known.set(
      node,
      extentWith(
        node,
        parts.map((p) => known.get(p)!),
      ),
    );
  }
  return known.get(formula)!;
}

function partsOf<B>(node: Node<B>): readonly Node<B>[] {
  if ("left" in node) return [node.left, node.right];
  if ("arg" in node) return [node.arg];
  if (node.op === "suffix") return [node.sere, node.follows];
  return node.op === "sequence" ? [node.sere] : [];
}

function extentWith<B>({ op }: Node<B>, parts: readonly Known[]): Known {
  const hasSequences = op === "sequence" || op === "suffix" || parts.some((p) => p.hasSequences);
  // Where violations are guessed, both signs of an equivalence are written out, and what ends a `W`, twice.
  const times = hasSequences ? (op === "iff" || op === "xor" ? [2, 2] : op === "W" ? [1, 2] : []) : [];
  return {
    size: parts.reduce((sum, { size }, i) => sum + (times[i] ?? 1) * size, 1),
    depth: 1 + Math.max(0, ...parts.map((p) => p.depth)),
    hasSequences,
  };
}
