import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findEnvironmentsDirectory } from "./location.ts";

const isRoot = process.getuid?.() === 0;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "stoa-location-"));
  chmodSync(folder, 0o711);
});
afterEach(() => rmSync(folder, { recursive: true }));

it("uses a configured folder unchanged", () => {
  expect(findEnvironmentsDirectory("/root/stoa", "/srv/environments")).toBe("/srv/environments");
});

it("defaults to the home folder, even if it does not exist yet", () => {
  const home = join(folder, "not", "yet");
  expect(findEnvironmentsDirectory(home, undefined)).toBe(join(home, "environments"));
});

it.runIf(isRoot)("uses a folder that the sandbox's user can reach if root's home is closed", () => {
  const closed = join(folder, "closed");
  mkdirSync(closed, { mode: 0o700 });
  expect(findEnvironmentsDirectory(join(closed, "home"), undefined)).toBe("/var/lib/stoa/environments");
});

it.runIf(!isRoot)("accepts a closed home for an ordinary user, whose agents run as that user", () => {
  const closed = join(folder, "closed");
  mkdirSync(closed, { mode: 0o700 });
  expect(findEnvironmentsDirectory(closed, undefined)).toBe(join(closed, "environments"));
});
