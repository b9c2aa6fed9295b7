import type { CertificateStep } from "../../evidence/certificate.js";
import type { Lit } from "../../logic/lit.js";

/**
 * What FAIR learns, in the words of certificates: reachability assertions, walls that no fair cycle crosses (`split`),
 * and regions that no fair cycle enters (`exclude`). Each is inductive relative to those before it.
 */
export type ProofStep = Extract<CertificateStep, { readonly rule: "reach" | "split" | "exclude" }>;

/** What a fact says of a state of a fair cycle: nothing for walls, which speak of all its states together. */
export const stateFact = (fact: ProofStep): Lit | null => {
  switch (fact.rule) {
    case "reach":
      return fact.predicate;
    case "exclude":
      return (fact.predicate ^ 1) as Lit;
    case "split":
      return null;
  }
};
