import type { Fate, RefinementTree, TreeNode } from "../evidence/refinement-tree.js";

/** The tree for people, as in Fig. 6 of the paper: each suspect set below the one that it is a part of. */
export function refinementText(tree: RefinementTree): string {
  const children = childrenOf(tree);
  const lines: string[] = [];
  const print = (node: number, indent: string) => {
    const below = children[node]!;
    below.forEach((child, k) => {
      const last = k === below.length - 1;
      lines.push(`${indent}${last ? "└─ " : "├─ "}${describe(tree[child]!)}`);
      print(child, `${indent}${last ? "   " : "│  "}`);
    });
  };
  tree.forEach((node, i) => {
    if (node.parent >= 0) return;
    lines.push(`everything: ${FATES[node.fate]}`);
    print(i, "");
  });
  return `${lines.join("\n")}\n`;
}

const COLOURS: Readonly<Record<Fate, string>> = {
  open: "white",
  refined: "gray90",
  pruned: "palegreen",
  refuted: "palegreen",
  fair: "lightsalmon",
};

/** The tree for Graphviz; sets in which a fair cycle was found are red, those without one green. */
export function refinementDot(tree: RefinementTree): string {
  const label = (node: TreeNode) =>
    node.parent < 0 ? "everything" : `level ${node.level}\\n${states(node)}, ${node.strength}\\n${FATES[node.fate]}`;
  return [
    "digraph refinement {",
    '  node [shape=box, style="rounded,filled", fontname="sans-serif"];',
    ...tree.map((node, i) => `  ${i} [label="${label(node)}", fillcolor=${COLOURS[node.fate]}];`),
    ...tree.flatMap(({ parent }, i) => (parent < 0 ? [] : [`  ${parent} -> ${i};`])),
    "}",
    "",
  ].join("\n");
}

const FATES: Readonly<Record<Fate, string>> = {
  open: "not looked at",
  refined: "refined",
  pruned: "nothing fair in it",
  refuted: "no fair cycle in the whole system",
  fair: "a fair cycle",
};

const describe = (node: TreeNode): string =>
  `level ${node.level} (${counted(node.latches, "latch", "latches")}): ${states(node)}, ${node.strength}: ${FATES[node.fate]}`;

const states = ({ states: count }: TreeNode): string => counted(count, "state", "states");

const counted = (n: number, one: string, many: string): string =>
  `${n < 1e6 ? n : n.toExponential(2)} ${n === 1 ? one : many}`;

function childrenOf(tree: RefinementTree): number[][] {
  const children: number[][] = tree.map(() => []);
  tree.forEach(({ parent }, i) => {
    if (parent >= 0) children[parent]!.push(i);
  });
  return children;
}
