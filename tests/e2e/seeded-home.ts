import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { inject } from "vitest";
import { temporaryHome } from "../harness/server-process.ts";

/** Copies what a stopped server has kept in its home into an empty one. */
export function copyHome(from: string, to: string): void {
  for (const name of ["postgres", "master.key"]) execFileSync("cp", ["-a", join(from, name), join(to, name)]);
}

/** Makes a home on which a server has started before, so that its next start takes a second or two. */
export function seededHome(): string {
  const home = temporaryHome();
  copyHome(inject("seededHome"), home);
  return home;
}
