// The first thing that the single executable runs. Threads and processes need files: what is embedded is unpacked once into a
// folder of this user alone, and used from there.
const { getAsset } = require("node:sea");
const { lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { tmpdir, userInfo } = require("node:os");
const { dirname, join } = require("node:path");

const { hash, files } = JSON.parse(getAsset("files.json", "utf8"));

function unpack(folder) {
  for (const [name] of files) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, new Uint8Array(getAsset(name)));
  }
}

/** Is the folder ours, closed to others, and has nobody taken files away? */
function isGood(folder) {
  try {
    const { uid, mode } = lstatSync(folder);
    const isOurs = process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);
    return isOurs && files.every(([name, size]) => statSync(join(folder, name)).size === size);
  } catch {
    return false;
  }
}

function appFolder() {
  const shared = join(tmpdir(), `fairlead-${userInfo().username}-${hash}`);
  if (isGood(shared)) return shared;
  const fresh = mkdtempSync(`${shared}-`);
  unpack(fresh);
  try {
    renameSync(fresh, shared);
    return shared;
  } catch {
    // Somebody else was first, or it is not ours: a folder for this run alone will do.
    process.on("exit", () => rmSync(fresh, { recursive: true, force: true }));
    return fresh;
  }
}

createRequire(join(appFolder(), "start.cjs"))("./start.cjs");
