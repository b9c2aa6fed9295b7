import { ofBehaviours } from "./behaviours.js";
import { ofCertificates } from "./certificates.js";
import { ofFormulas } from "./formulas.js";
import type { Mutant } from "./mutant.js";
import { ofRankedWitnesses } from "./ranked.js";
import { ofSolvers } from "./solvers.js";

export const mutants: readonly Mutant[] = [
  ...ofCertificates,
  ...ofFormulas,
  ...ofRankedWitnesses,
  ...ofBehaviours,
  ...ofSolvers,
];
