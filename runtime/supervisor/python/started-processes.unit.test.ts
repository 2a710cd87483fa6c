import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { listIdleProcesses, listSandboxProcesses, waitUntil } from "./testing/processes.ts";
import { LAUNCHERS, openTestRuntime, runAgent, type TestRuntime } from "./testing/runtime-fixture.ts";

// Real sandboxes need time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const SPARES = 1;

/** Typical agents that start programs, with the output of each. */
const AGENTS: [string, string, unknown][] = [
  [
    "a system program",
    `import subprocess
def main(message):
    return subprocess.run(["tr", "a-z", "A-Z"], input=message, capture_output=True, text=True, check=True).stdout`,
    "HELLO",
  ],
  [
    "a shell command",
    `import os
def main(message):
    return os.popen(f"echo {message} | rev").read().strip()`,
    "olleh",
  ],
  [
    "code that a model wrote, in a separate Python process",
    `import subprocess, sys, pathlib
def main(message):
    file = pathlib.Path("code.py")
    file.write_text("import stoa, sys; print('ran with', sys.argv[1])")
    return subprocess.check_output([sys.executable, str(file), message], text=True).strip()`,
    "ran with hello",
  ],
  [
    "a program from a coroutine",
    `import asyncio
async def main(message):
    process = await asyncio.create_subprocess_exec("cat", stdin=-1, stdout=-1)
    out, _ = await process.communicate(message.encode())
    return out.decode()`,
    "hello",
  ],
  [
    "a pool of processes",
    `from concurrent.futures import ProcessPoolExecutor
def main(message):
    with ProcessPoolExecutor(2) as pool:
        return list(pool.map(str.upper, message))`,
    ["H", "E", "L", "L", "O"],
  ],
  [
    "a server as MCP's client starts one: by the name python, in a session, with a small environment",
    `import os, subprocess
def main(message):
    code = "import os, stoa; print(os.getpgid(0) == os.getpid())"
    options = {"env": {"PATH": os.environ["PATH"]}, "start_new_session": True, "text": True}
    with subprocess.Popen(["python", "-c", code], stdout=-1, stderr=-1, **options) as process:
        out, errors = process.communicate()
    return out.strip() or errors`,
    "True",
  ],
  [
    "a program that takes too long",
    `import subprocess
def main(message):
    try:
        subprocess.run(["sleep", "60"], timeout=0.3)
    except subprocess.TimeoutExpired:
        return "stopped it"`,
    "stopped it",
  ],
  [
    "many programs without waiting for them",
    `import subprocess, time
def main(message):
    done = [subprocess.Popen(["true"]) for _ in range(12)]
    time.sleep(0.5)
    return len(done)`,
    12,
  ],
  [
    "a program that does not exist",
    `import subprocess
def main(message):
    try:
        subprocess.run(["no-such-program"])
    except FileNotFoundError as error:
        return str(error.filename)`,
    "no-such-program",
  ],
];

describe.each(LAUNCHERS)("in %s, an agent starts", (_name, parents) => {
  let test: TestRuntime;
  beforeAll(async () => {
    test = await openTestRuntime({ parents, spares: SPARES });
  });
  afterAll(() => test.close());

  it.each(AGENTS)("%s", async (_what, source, output) => {
    const { receipt } = await runAgent(test.runtime, source);
    expect(receipt).toMatchObject({ outcome: "completed", output });
  });

  it("a program whose output is in the run's log", async () => {
    const { events } = await runAgent(
      test.runtime,
      'import subprocess\ndef main(message):\n    subprocess.run(["echo", "from a program"])\n    return 1',
    );
    expect(JSON.stringify(events)).toContain("from a program");
  });

  it("programs that end when it ends", async () => {
    const idle = () => (parents === "never" ? 0 : listIdleProcesses(SPARES));
    const { receipt } = await runAgent(
      test.runtime,
      'import subprocess\ndef main(message):\n    subprocess.Popen(["sleep", "1000"])\n    return "left it"',
    );
    expect(receipt).toMatchObject({ outcome: "completed", output: "left it" });
    await waitUntil(() => listSandboxProcesses().length === idle());
  });
});
