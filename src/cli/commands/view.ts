import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Command, InvalidArgumentError } from "commander";
import { readBytes } from "../../loading/read-bytes.js";
import { REPORT_MARK } from "../../present/reports/html.js";
import { forTerminal } from "../../text/escape.js";
import { InputError } from "../../text/input-error.js";
import { EXIT, exitHelp, OutputError } from "../exit.js";
import { withInterrupt } from "../interrupt.js";

export function addViewCommand(program: Command): void {
  program
    .command("view")
    .summary("show a report that 'check --report' has written")
    .description(
      "Serves a report (.html) to browsers on this machine, prints its address, and opens it where there is a desktop. " +
        "Ctrl-C ends it. The file needs nothing else: a browser can open it without this, too.",
    )
    .argument("<file>", "the report")
    .option("--port <n>", "listen there (default: a port that is free)", portNumber)
    .option("--no-open", "only print the address")
    .addHelpText("after", exitHelp("0 ended by Ctrl-C"))
    .action(async (file: string, { port = 0, open }: { port?: number; open: boolean }) => {
      const text = new TextDecoder().decode(await readBytes(file));
      if (!text.includes(REPORT_MARK))
        throw new InputError("file-format", "this is no report of 'fairlead check'", null, file);
      await withInterrupt(({ signal }) => serve(text, port, open, signal));
    });
}

function portNumber(text: string): number {
  const port = /^\d+$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65535) throw new InvalidArgumentError("expected a number from 1 to 65535.");
  return port;
}

/** Only to this machine, only this file. */
async function serve(text: string, port: number, open: boolean, signal: AbortSignal): Promise<void> {
  const server = createServer((request, response) => {
    const isIt = request.method === "GET" && request.url === "/";
    response.writeHead(isIt ? 200 : 404, {
      "Content-Type": "text/html; charset=utf-8",
      "X-Content-Type-Options": "nosniff",
    });
    response.end(isIt ? text : "");
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening").catch((e: NodeJS.ErrnoException) => {
    throw new OutputError(`cannot listen on port ${port}: ${e.code ?? e.message}`, EXIT.inputOutput);
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  process.stdout.write(`${forTerminal(address)} (Ctrl-C ends it)\n`);
  if (open) openInBrowser(address);
  if (!signal.aborted) await once(signal, "abort");
  server.closeAllConnections();
  server.close();
}

/** By what the desktop has for it; where there is none, the address was printed. */
function openInBrowser(address: string): void {
  const hasDesktop = process.platform !== "linux" || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (!hasDesktop) return;
  const [command, ...args] = OPENERS[process.platform as keyof typeof OPENERS] ?? OPENERS.linux;
  const opener = spawn(command, [...args, address], { stdio: "ignore", detached: true });
  opener.on("error", () => {});
  opener.unref();
}

const OPENERS = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
  linux: ["xdg-open"],
} as const satisfies Record<string, readonly [string, ...string[]]>;
