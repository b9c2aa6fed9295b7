// One script for the two kinds of workers, so that the page loads the engines once: those that the page makes read and check
// models; those that these make run one engine each.
import { serveJobs, type WorkerScope } from "fairlead";
import { type SessionScope, serveSession } from "./session.js";

const scope = globalThis as unknown as { readonly name: string } & WorkerScope & SessionScope;
if (scope.name === "engine") serveJobs(scope);
else serveSession(scope);
