import { spawn } from "node:child_process";
import { chownSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { dropPrivileges } from "../sandbox-command.ts";
import { makeRunDirectory, PYTHON_SOURCES } from "./runtime-fixture.ts";

/** An ordinary user for tests: an unused ID that is not the sandbox user's. */
const ORDINARY_UID = 61_100;

/** A host in another process. */
export interface ForeignHost {
  pid: number;
  /** Resolves with the next line that the host prints. Rejects if the host ends first. */
  line(): Promise<string>;
  killHard(): void;
  ended: Promise<void>;
}

/** The bundle is built once per process. */
let bundle: Promise<Uint8Array> | undefined;

async function bundleHost(): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("./host-program.ts", import.meta.url))],
    bundle: true,
    platform: "node",
    format: "esm",
    banner: {
      js: 'import { createRequire as forBanner } from "node:module"; const require = forBanner("/");',
    },
    write: false,
    logLevel: "error",
  });
  const [file] = outputFiles;
  if (!file) throw new Error("the host program has no bundle");
  return file.contents;
}

/**
 * Runs `testing/host-program.ts` as a separate, bundled program, because the other user might not be able to read the
 * repository. If this process is root, the program can run as an ordinary user.
 */
export async function startForeignHost(
  mode: string,
  parents: "first-use" | "never",
  asOrdinaryUser: boolean,
): Promise<ForeignHost> {
  const directory = makeRunDirectory();
  const program = join(directory, "host.mjs");
  bundle ??= bundleHost();
  writeFileSync(program, await bundle);
  cpSync(PYTHON_SOURCES, join(directory, "python"), { recursive: true });
  const work = join(directory, "work");
  mkdirSync(work);
  const becomes = asOrdinaryUser && process.getuid?.() === 0 ? ORDINARY_UID : undefined;
  if (becomes !== undefined) chownSync(work, becomes, becomes);
  const [command, ...args] = [
    ...dropPrivileges(becomes),
    process.execPath,
    program,
    mode,
    directory,
    parents,
  ];
  const child = spawn(command ?? process.execPath, args, { cwd: "/", stdio: ["ignore", "pipe", "inherit"] });
  if (child.pid === undefined) throw new Error("the host program did not start");
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve())).then(() =>
    rmSync(directory, { recursive: true, force: true }),
  );
  let buffered = "";
  child.stdout.setEncoding("utf8");
  return {
    pid: child.pid,
    ended,
    killHard: () => void child.kill("SIGKILL"),
    line: () =>
      new Promise((resolve, reject) => {
        const take = (text: string) => {
          buffered += text;
          const end = buffered.indexOf("\n");
          if (end < 0) return;
          child.stdout.off("data", take);
          const line = buffered.slice(0, end);
          buffered = buffered.slice(end + 1);
          resolve(line);
        };
        child.stdout.on("data", take);
        void ended.then(() => reject(new Error(`the host program ended: ${buffered}`)));
        take("");
      }),
  };
}
