// Puts the studio's views into one script and one style, dist/report/page.json: a report has them in it.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { rolldown } from "rolldown";

const bundle = await rolldown({
  input: "studio/src/report/report.tsx",
  platform: "browser",
  tsconfig: "studio/tsconfig.json",
  transform: { target: "es2022", jsx: { runtime: "automatic", importSource: "preact" } },
});
const { output } = await bundle.generate({ format: "esm", minify: true, comments: false });
await bundle.close();
// Nothing in it can end the element that it stands in.
const script = output[0].code.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
const style = readFileSync("studio/src/style.css", "utf8");
const hash = (text) => `sha256-${createHash("sha256").update(text).digest("base64")}`;
mkdirSync("dist/report", { recursive: true });
writeFileSync(
  "dist/report/page.json",
  JSON.stringify({ script, scriptHash: hash(script), style, styleHash: hash(style) }),
);
