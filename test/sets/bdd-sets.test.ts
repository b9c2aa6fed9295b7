import { bddSets } from "../../src/sets/bdd-sets.js";
import { BddManager } from "../../src/solvers/bdd/manager.js";
import { bddModule } from "../solvers/bdd/tables.js";
import { describeContract } from "./contract.js";

for (const stress of [false, true])
  describeContract(stress ? "BDD, collecting before every operation" : "BDD", (model) => {
    const manager = new BddManager(bddModule, { stress });
    const sets = bddSets(manager, model, { clusterLimit: 20 });
    return {
      sets,
      live: () => manager.liveNodes(),
      close: () => {
        sets[Symbol.dispose]();
        const { protections } = manager.statistics();
        if (protections !== 0) throw new Error(`${protections} functions are still protected`);
      },
    };
  });
