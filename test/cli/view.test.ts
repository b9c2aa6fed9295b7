import { describe, expect, it } from "vitest";
import { example, fairlead, fileWith, temporaryFolder } from "./fairlead.js";

describe("fairlead view", () => {
  it("serves a report to this machine until it is told to stop, and nothing else", async () => {
    const report = `${temporaryFolder()}/report.html`;
    expect((await fairlead(["check", example("arbiter-unfair.aag"), "--report", report])).status).toBe(1);
    const pages: { found?: Promise<[string, number]> } = {};
    const { status, stdout } = await fairlead(["view", report, "--no-open"], (process) =>
      process.stdout?.once("data", (said: Buffer) => {
        const [address] = `${said}`.split(" ");
        pages.found = Promise.all([
          fetch(address!).then((r) => r.text()),
          fetch(`${address}etc/passwd`).then((r) => r.status),
        ]).finally(() => process.kill("SIGINT"));
      }),
    );
    const [page, other] = await pages.found!;
    expect(page).toContain("client 1 is served");
    expect(other).toBe(404);
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/ /);
    expect(status).toBe(0);
  });

  it.each([
    ["a file that is not there", () => "missing.html", [], 65, /^missing\.html: no such file/],
    [
      "another page",
      () => fileWith("page.html", "<!doctype html>"),
      [],
      65,
      /page\.html: this is no report of 'fairlead check'/,
    ],
    ["a port that there is not", () => "missing.html", ["--port", "70000"], 64, /expected a number from 1 to 65535/],
  ])("refuses %s", async (_, file, options, status, message) => {
    const refused = await fairlead(["view", file(), ...options]);
    expect(refused.stderr).toMatch(message);
    expect(refused.status).toBe(status);
  });
});
