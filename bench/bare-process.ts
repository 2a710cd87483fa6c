import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Starts a bare server in a separate process, with `input` on stdin. The process prints its port when it listens. */
export async function startBareProcess(
  file: URL,
  input: Uint8Array | string,
): Promise<{ url: string; stop: () => void }> {
  const path = fileURLToPath(file);
  const child = spawn(process.execPath, ["--import", "tsx", path], { stdio: ["pipe", "pipe", "inherit"] });
  // Stop the process even if the product fails to start.
  process.once("exit", () => child.kill());
  child.stdin.end(input);
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once("data", (line: Buffer) => resolve(Number(line.toString())));
    child.once("exit", (code) => reject(new Error(`${path} exited with ${code}`)));
  });
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}
