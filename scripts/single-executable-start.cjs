// In the folder that the single executable unpacked: starts the command, or the process of a program, which the command starts
// by this same executable with flags for Node before the script.
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");
const v8 = require("node:v8");

const flags = process.argv.slice(2);
const guest = join(__dirname, "dist", "bin", "guest.js");
if (flags.at(-1) === guest) for (const flag of flags) if (flag.startsWith("--max-")) v8.setFlagsFromString(flag);
const script = flags.at(-1) === guest ? guest : join(__dirname, "dist", "bin", "command-line.js");
import(pathToFileURL(script).href);
