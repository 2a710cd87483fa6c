import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const Line = z.union([z.object({ url: z.string() }), z.object({ refused: z.string() })]);

/** An embedded server in another process. */
export interface OwnProcess {
  readonly process: ChildProcess;
  readonly url: string;
  readonly ended: Promise<unknown>;
}

/** Starts an embedded server in a separate Node process, as another user if `uid` is given. */
export async function startInOwnProcess(home: string, uid?: number): Promise<OwnProcess> {
  const holder = fileURLToPath(new URL("./holder.fixture.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", holder, home], {
    ...(uid === undefined ? {} : { uid, gid: uid }),
    env: { PATH: process.env.PATH, HOME: tmpdir() },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  let text = "";
  for await (const chunk of child.stdout) {
    text += String(chunk);
    if (text.includes("\n")) break;
  }
  const line = Line.parse(JSON.parse(text));
  if ("refused" in line) throw new Error(line.refused);
  return { process: child, url: line.url, ended };
}
