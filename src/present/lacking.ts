import type { Lacking } from "../evidence/lacking.js";

/** What a user should know about fairness that was not declared, a sentence each. */
export function lackingNotes({ excluding, answer, enough }: Lacking): string[] {
  if (answer === "holds") {
    const why = excluding.filter((d) => enough.includes(d.name)).map((d) => `: ${d.broken}`);
    return [`fairness is missing: with ${enough.join(" and ")} it holds${why.length === 1 ? why[0] : ""}`];
  }
  const rest = answer === "fails" ? "; the property fails all the same" : "";
  return excluding.slice(0, MOST).map(({ name, broken }) => `${name} would exclude this loop${rest}: ${broken}`);
}

const MOST = 3;
