// Serves the built page on this machine: `node studio/server.mjs [PORT]`. Any other server of files does as well.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { headers } from "./policy.mjs";

const FOLDER = fileURLToPath(new URL("dist", import.meta.url));

const TYPES = new Map([
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
  [".wasm", "application/wasm"],
  [".svg", "image/svg+xml"],
]);

/** `isolated`: with the headers that let workers share memory. `bare`: without any, as hosts of static files serve it. */
export function serve({ port = 0, isolated = true, bare = false, folder = FOLDER } = {}) {
  const said = bare ? {} : headers(isolated);
  const server = createServer(async (request, response) => {
    const path = join(folder, decodeURIComponent(new URL(request.url ?? "/", "http://here").pathname));
    const file = path.endsWith(sep) ? join(path, "index.html") : path;
    const found = file.startsWith(folder + sep) ? await stat(file).catch(() => null) : null;
    if (found === null || !found.isFile() || request.method !== "GET") {
      response.writeHead(404, said).end();
      return;
    }
    response.writeHead(200, {
      ...said,
      "Content-Type": TYPES.get(extname(file)) ?? "application/octet-stream",
      "Content-Length": found.size,
      // Names of assets change with their content.
      "Cache-Control": file.includes(`${sep}assets${sep}`) ? "max-age=31536000, immutable" : "no-cache",
    });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve, reject) => {
    server.on("error", reject).listen(port, "127.0.0.1", () => resolve(server));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await serve({ port: Number(process.argv[2] ?? 4173) });
  console.log(`Fairlead Studio: http://127.0.0.1:${server.address().port}/ (Ctrl-C ends it)`);
}
