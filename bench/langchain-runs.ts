import { fileURLToPath } from "node:url";
import {
  createJob,
  openTestRuntime,
  type TestRuntime,
} from "../runtime/supervisor/python/testing/runtime-fixture.ts";
import { getTestEnvironmentsDirectory } from "../runtime/supervisor/python/testing/test-environments.ts";

export const PYTHON_SOURCES = fileURLToPath(new URL("../runtime/python", import.meta.url));

/** Returns an agent in the style of LangChain's documentation. It prints a line as soon as possible and then waits. */
const createAgentSource = (seconds: number) => `
from langchain_core.prompts import ChatPromptTemplate
from langchain_openai import ChatOpenAI
print("first line")
chain = ChatPromptTemplate.from_template("Answer: {message}") | ChatOpenAI(model="gpt-4o-mini")
import time
def main(message):
    time.sleep(${seconds})
    return message
`;

const MIB = 1 << 20;

export interface LangchainRun {
  /** Milliseconds until the host has read the agent's first line. */
  firstLineMs: Promise<number>;
  ended: Promise<void>;
  cancel(): void;
}

/** Runs LangChain agents without a server. */
export class LangchainRuns {
  readonly #test: TestRuntime;

  private constructor(test: TestRuntime) {
    this.#test = test;
  }

  /** Starts a warm parent process. @throws Error if LangChain agents cannot run on this machine. */
  static async open(spares: number): Promise<LangchainRuns> {
    const environmentsDirectory = getTestEnvironmentsDirectory();
    const test = await openTestRuntime({ environmentsDirectory, spares, parents: "first-use" });
    const runs = new LangchainRuns(test);
    const status = test.runtimes.langchain.getStatus();
    if (!status.available) {
      await test.close();
      throw new Error(`${status.reason} ${status.remedy}`);
    }
    await runs.start(0).ended;
    return runs;
  }

  /** Starts a run of an agent that waits for `seconds` after its first line. */
  start(seconds: number): LangchainRun {
    const startedAt = performance.now();
    let onFirstLine: (ms: number) => void = () => {};
    const firstLineMs = new Promise<number>((resolve) => {
      onFirstLine = resolve;
    });
    const job = createJob(createAgentSource(seconds), { limits: { memoryBytes: 1024 * MIB } });
    const handle = this.#test.runtimes.langchain.start(job, () => onFirstLine(performance.now() - startedAt));
    const ended = handle.receipt.then(({ outcome, error }) => {
      if (outcome === "completed" || outcome === "cancelled") return;
      throw new Error(`a LangChain run failed: ${error?.message} ${error?.developerDetail}`);
    });
    return { firstLineMs, ended, cancel: handle.cancel };
  }

  close(): Promise<void> {
    return this.#test.close();
  }
}
