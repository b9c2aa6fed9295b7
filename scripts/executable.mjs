// npm makes the command executable when it links it, but not again when it is built anew.
import { chmodSync } from "node:fs";

chmodSync("dist/cli/main.js", 0o755);
