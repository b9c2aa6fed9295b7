import {
  type Design,
  type Property,
  type Trace,
  traceItf,
  traceJson,
  traceSvg,
  traceVcd,
  type Witness,
  witnessFile,
  writeAiger,
} from "fairlead";
import type { TraceAbout, TraceFormat } from "./protocol.js";

/** A behaviour as a file. */
export function traceFile(trace: Trace, format: TraceFormat, { source, title }: TraceAbout): string {
  switch (format) {
    case "vcd":
      return traceVcd(trace);
    case "svg":
      return traceSvg(trace, title);
    case "json":
      return JSON.stringify(traceJson(trace), null, 1);
    case "itf":
      return traceItf(trace, { source, description: title });
  }
}

/** A counterexample as a witness, which `fairlead verify` and other tools read. */
export function witnessText(design: Design, property: Property, witness: Witness): string {
  const file = witnessFile(design, property, witness);
  if (file === null) throw new Error("no single behaviour shows this: there is no witness to write");
  return file.content;
}

/** A circuit in AIGER's readable form. */
export const aigerText = (design: Design): string => new TextDecoder().decode(writeAiger(design, "ascii").aiger);
