#!/usr/bin/env node
import { isProgramFile } from "../loading/program-files.js";

/** The same in a few files (scripts/bundle.mjs), which load in a third of the time that hundreds take. */
const BUNDLE = new URL("../bin/command-line.js", import.meta.url).href;

// A program that is given to the command imports this package, and must meet the same classes.
if (process.argv.slice(2).some(isProgramFile)) await import("./command-line.js");
else await import(BUNDLE);
