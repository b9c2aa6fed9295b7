import { describe, expect, it } from "vitest";
import { type Command, ControlBlock } from "../../src/portfolio/worker-protocol.js";

describe("the memory that a worker shares with its host", () => {
  it.each<[Command, Command]>([
    ["go", "pause"],
    ["pause", "pause"],
    ["stop", "stop"],
  ])("says, after '%s', '%s' where the worker pauses of its own accord: to stop it is told once", (before, after) => {
    const host = new ControlBlock();
    const worker = new ControlBlock(host.buffer);
    host.command = before;
    worker.pause();
    expect(host.command).toBe(after);
    host.command = "stop";
    worker.waitWhilePaused(); // does not sleep
    expect(worker.command).toBe("stop");
  });
});
