import type { Command } from "commander";
import type { OptionSpec } from "../../engines/engine.js";
import { engines } from "../../engines/registry.js";
import { forJson } from "../../text/escape.js";
import { exitHelp } from "../exit.js";

export function addEnginesCommand(program: Command): void {
  program
    .command("engines")
    .summary("list the engines and their options")
    .description(
      "Lists the engines: how each decides, what it suits, which questions it takes, where it is published, and its options with their defaults.",
    )
    .option("--json", "as JSON, by schema/engines.schema.json")
    .addHelpText("after", exitHelp("0 shown"))
    .action((flags: { json?: boolean }) => {
      if (flags.json) {
        const listed = engines.map(({ name, summary, suits, paper, decides, options }) => {
          return { name, summary, suits, paper, decides: Object.keys(decides), options };
        });
        process.stdout.write(`${forJson({ engines: listed }, 1)}\n`);
        return;
      }
      for (const engine of engines) {
        const decides = Object.keys(engine.decides).join(", ");
        process.stdout.write(
          `${engine.name}: ${engine.summary}\n  suits: ${engine.suits}\n  decides: ${decides}\n  paper: ${engine.paper}\n`,
        );
        for (const [name, spec] of Object.entries(engine.options))
          process.stdout.write(`  --opt ${name}=${values(spec)}  ${spec.help} (default ${spec.default})\n`);
      }
    });
}

function values(spec: OptionSpec): string {
  switch (spec.kind) {
    case "choice":
      return spec.values.join("|");
    case "number":
      return `${spec.min}..${spec.max}`;
    case "flag":
      return "true|false";
  }
}
