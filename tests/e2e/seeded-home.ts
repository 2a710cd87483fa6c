import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { inject } from "vitest";
import { createTemporaryHome } from "../harness/server-process.ts";

/** Copies the data of a stopped server into an empty home. */
export function copyHome(from: string, to: string): void {
  for (const name of ["postgres", "master.key"]) execFileSync("cp", ["-a", join(from, name), join(to, name)]);
}

/** Creates a home that a server has already used, so that the next start takes a second or two. */
export function createSeededHome(): string {
  const home = createTemporaryHome();
  copyHome(inject("seededHome"), home);
  return home;
}
