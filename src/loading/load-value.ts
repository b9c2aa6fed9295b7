import { GuestOutput } from "./guest-output.js";
import { GuestProcess } from "./guest-process.js";
import { DEFAULT_MEMORY, DEFAULT_SECONDS, type GuestLimits } from "./load-systems.js";
import { readBytes } from "./read-bytes.js";

/** Runs a file in a process of its own and returns what it exports by default, as far as JSON can say it; null for nothing. */
export async function loadValue(file: string, limits: GuestLimits = {}): Promise<unknown> {
  await readBytes(file); // says what is wrong with the file
  const output = new GuestOutput((line) => {
    limits.beforePrint?.();
    process.stderr.write(`${file} prints: ${line}\n`);
  });
  const { seconds = DEFAULT_SECONDS, memoryBytes = DEFAULT_MEMORY, signal } = limits;
  const guest = new GuestProcess(file, memoryBytes, output, "value");
  try {
    const reply = await guest.reply({ during: "while it is loaded", seconds, signal });
    return reply.type === "value" ? reply.value : null;
  } finally {
    await guest.end();
  }
}
