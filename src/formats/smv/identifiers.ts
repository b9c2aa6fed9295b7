import { KEYWORDS } from "./tokens.js";

/** What NuSMV gives a meaning beyond the keywords. */
const TAKEN = new Set(["floor", "main"]);

/** Gives out identifiers of the language, each once, as like the wanted names as can be. */
export class Identifiers {
  private readonly taken = new Set<string>();
  private readonly kept: ReadonlySet<string>;

  /** Of `wanted`, names that the language allows are kept for those who want them: no changed name becomes one of them. */
  constructor(wanted: readonly string[] = []) {
    this.kept = new Set(wanted.filter((name) => allowed(name) === name));
  }

  take(wanted: string): string {
    const start = allowed(wanted);
    let name = start;
    for (let k = 2; this.taken.has(name) || (name !== wanted && this.kept.has(name)); k++) name = `${start}_${k}`;
    this.taken.add(name);
    return name;
  }
}

function allowed(wanted: string): string {
  const plain = wanted.replace(/[^A-Za-z0-9_$#]+/g, "_").replace(/(?<=[^_])_+$/, "");
  const start = /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
  return KEYWORDS.has(start) || TAKEN.has(start) ? `${start}_` : start;
}
