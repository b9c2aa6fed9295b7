/** Words of the language, which cannot be names. */
const RESERVED = new Set(
  (
    "MODULE DEFINE MDEFINE CONSTANTS VAR IVAR FROZENVAR INIT TRANS INVAR SPEC CTLSPEC LTLSPEC PSLSPEC COMPUTE NAME " +
    "INVARSPEC FAIRNESS JUSTICE COMPASSION ISA ASSIGN CONSTRAINT SIMPWFF CTLWFF LTLWFF PSLWFF COMPWFF IN MIN MAX " +
    "MIRROR PRED PREDICATES process array of boolean integer real word word1 bool signed unsigned extend resize " +
    "sizeof uwconst swconst toint count floor typeof READ WRITE CONSTARRAY EX AX EF AF EG AG E F O G H X Y Z A U S V " +
    "T BU EBF ABF EBG ABG case esac mod next init union in xor xnor self TRUE FALSE abs min max main"
  ).split(" "),
);

/** Gives out identifiers of the language, each once, as like the wanted names as can be. */
export class Identifiers {
  private readonly taken = new Set<string>();

  take(wanted: string): string {
    const plain = wanted.replace(/[^A-Za-z0-9_$#]+/g, "_").replace(/(?<=[^_])_+$/, "");
    const start = /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
    let name = RESERVED.has(start) ? `${start}_` : start;
    for (let k = 2; this.taken.has(name); k++) name = `${start}_${k}`;
    this.taken.add(name);
    return name;
  }
}
