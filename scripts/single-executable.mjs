// One file that has Node and the command in it, for machines without Node: build/executable/fairlead. Made of the Node that
// runs this (Node 20.12 or later), for its platform. `npm run build && npm run build:executable`
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "postject";
import { rolldown } from "rolldown";
import { entries } from "./bundle-entries.mjs";

const out = "build/executable";
const app = join(out, "app");
const executable = join(out, process.platform === "win32" ? "fairlead.exe" : "fairlead");
rmSync(out, { recursive: true, force: true });
mkdirSync(join(app, "wasm"), { recursive: true });

// As dist/bin, but with the packages that the command cannot do without.
const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
const isExternal = (name) =>
  /^[^./]/.test(name) && !Object.keys(dependencies).some((d) => name === d || name.startsWith(`${d}/`));
const bundle = await rolldown({ input: entries, platform: "node", external: isExternal });
await bundle.write({ dir: join(app, "dist", "bin"), format: "esm", comments: false });
await bundle.close();
for (const kernel of readdirSync("wasm").filter((f) => f.endsWith(".wasm")))
  copyFileSync(join("wasm", kernel), join(app, "wasm", kernel));
mkdirSync(join(app, "dist", "report"));
copyFileSync("dist/report/page.json", join(app, "dist", "report", "page.json"));
copyFileSync("package.json", join(app, "package.json"));
copyFileSync("LICENSE", join(app, "LICENSE"));
copyFileSync("scripts/single-executable-start.cjs", join(app, "start.cjs"));

const files = readdirSync(app, { recursive: true, withFileTypes: true })
  .filter((f) => f.isFile())
  .map((f) => join(f.parentPath ?? f.path, f.name));
const contents = files.map((file) => readFileSync(file));
const hash = createHash("sha256");
for (const [i, bytes] of contents.entries()) hash.update(`${files[i]} ${bytes.length}\n`).update(bytes);
const list = files.map((file, i) => [file.slice(app.length + 1).replaceAll("\\", "/"), contents[i].length]);
writeFileSync(join(out, "files.json"), JSON.stringify({ hash: hash.digest("hex").slice(0, 24), files: list }));

const config = {
  main: "scripts/single-executable-main.cjs",
  output: join(out, "fairlead.blob"),
  disableExperimentalSEAWarning: true,
  assets: Object.fromEntries([["files.json", join(out, "files.json")], ...list.map(([name], i) => [name, files[i]])]),
};
writeFileSync(join(out, "sea.json"), JSON.stringify(config));
execFileSync(process.execPath, ["--experimental-sea-config", join(out, "sea.json")], { stdio: "inherit" });
copyFileSync(process.execPath, executable);
chmodSync(executable, 0o755);
if (process.platform === "darwin") execFileSync("codesign", ["--remove-signature", executable]);
await inject(executable, "NODE_SEA_BLOB", readFileSync(config.output), {
  sentinelFuse: "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2",
  ...(process.platform === "darwin" && { machoSegmentName: "NODE_SEA" }),
});
if (process.platform === "darwin") execFileSync("codesign", ["--sign", "-", executable]);
console.log(executable);
