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

it("a folder that was given is taken as it is", () => {
  expect(findEnvironmentsDirectory("/root/stoa", "/srv/environments")).toBe("/srv/environments");
});

it("otherwise it lies below the home, which need not be there yet", () => {
  const home = join(folder, "not", "yet");
  expect(findEnvironmentsDirectory(home, undefined)).toBe(join(home, "environments"));
});

it.runIf(isRoot)("root whose home is closed keeps it where the sandbox's user can go", () => {
  const closed = join(folder, "closed");
  mkdirSync(closed, { mode: 0o700 });
  expect(findEnvironmentsDirectory(join(closed, "home"), undefined)).toBe("/var/lib/stoa/environments");
});

it.runIf(!isRoot)("an ordinary user's agents run as that user, so a closed home will do", () => {
  const closed = join(folder, "closed");
  mkdirSync(closed, { mode: 0o700 });
  expect(findEnvironmentsDirectory(closed, undefined)).toBe(join(closed, "environments"));
});
