import { KEYWORDS } from "./tokens.js";

/** What NuSMV gives a meaning beyond the keywords. */
const TAKEN = new Set(["floor", "main"]);

/** Gives out identifiers of the language, each once, as like the wanted names as can be. */
export class Identifiers {
  private readonly taken = new Set<string>();

  take(wanted: string): string {
    const plain = wanted.replace(/[^A-Za-z0-9_$#]+/g, "_").replace(/(?<=[^_])_+$/, "");
    const start = /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
    let name = KEYWORDS.has(start) || TAKEN.has(start) ? `${start}_` : start;
    for (let k = 2; this.taken.has(name); k++) name = `${start}_${k}`;
    this.taken.add(name);
    return name;
  }
}
