import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PinnedComparison } from "@stoa/contract";
import {
  type CoverageReport,
  type RunError,
  runWorkerTask,
  WorkerLost,
  WorkerProcesses,
} from "@stoa/workflow";
import { type Command, HELP, readCommand, UsageError } from "./command-arguments.ts";
import { isSame, renderComparison } from "./comparison-lines.ts";
import { renderCoverage } from "./coverage-lines.ts";
import type { LocalConnectors } from "./local-connectors.ts";
import type { LocalGateway } from "./local-gateway.ts";
import { openLocalPython } from "./local-python.ts";
import { LOCAL_RUN } from "./local-run.ts";
import { runFile } from "./run-file.ts";

/**
 * The gateway of a local run. It opens on the first request, because opening takes a second and most runs send no
 * request.
 */
interface LazyGateway extends LocalGateway {
  /** Waits until the gateway is open, if the run has used it. @throws UsageError if it could not be opened */
  waitUntilOpen(): Promise<void>;
}

export { openLocalPython } from "./local-python.ts";
export { runFile } from "./run-file.ts";

const SUCCESS = 0;
const FAILURE = 1;
const MISUSE = 2;

/** The time limit of a check. It is generous: checking a file of 1 MiB takes well under a second. */
const CHECK_MS = 60_000;

/** The error for a file that cannot be read. */
class FileError extends Error {}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "the file does not exist",
  EISDIR: "it is a folder",
  EACCES: "you do not have permission to read it",
};

async function readSource(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new FileError(`${file} cannot be read: ${(Object.hasOwn(REASONS, code) && REASONS[code]) || code}`);
  }
}

/** Prints text and waits until it is written completely, because the process may exit right after. */
function print(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(`${text}\n`, () => resolve()));
}

const toErrorJson = ({ node, field, message }: RunError) => ({ node, field: field ?? null, message });

async function readConnectors(file: string | undefined): Promise<LocalConnectors | undefined> {
  if (file === undefined) return undefined;
  const { readCredentials } = await import("./local-connectors.ts");
  return readCredentials(await readSource(file));
}

async function run(command: Extract<Command, { name: "run" }>, home: string): Promise<number> {
  const source = await readSource(command.file);
  const modelsFile = process.env.STOA_MODELS_FILE || join(home, "stoa.models.json");
  const gateway = gatewayWhenAsked(process.env, modelsFile, await readConnectors(command.credentials));
  const python = openLocalPython(process.env, home);
  const say = command.asJson ? () => undefined : (line: string) => console.log(line);
  try {
    const { answer, nodes, error } = await runFile(source, command.input, { gateway, python, say });
    await gateway.waitUntilOpen();
    if (command.asJson)
      await print(`{"nodes": ${nodes}, "error": ${JSON.stringify(error ? toErrorJson(error) : null)}}`);
    else if (error) {
      const place = [error.node && `node '${error.node}'`, error.field].filter(Boolean).join(", ");
      await print(`failed${place === "" ? "" : ` at ${place}`}: ${error.message}`);
    } else await print(typeof answer === "string" ? answer : JSON.stringify(answer, undefined, 2));
    return error ? FAILURE : SUCCESS;
  } finally {
    await Promise.all([gateway.close(), python.close()]);
  }
}

async function compare(command: Extract<Command, { name: "compare" }>, home: string): Promise<number> {
  const source = await readSource(command.file);
  const python = openLocalPython(process.env, home);
  // A comparison reaches nothing outside its process, so its gateway never opens.
  const gateway = gatewayWhenAsked(process.env, "");
  try {
    const options = { gateway, python, say: () => undefined, comparesPinned: true };
    const { answer, error } = await runFile(source, command.input, options);
    if (error) {
      await print(`failed: ${error.message}`);
      return FAILURE;
    }
    const comparison = PinnedComparison.parse(answer);
    await print(
      command.asJson ? JSON.stringify(comparison, undefined, 2) : renderComparison(comparison).join("\n"),
    );
    return isSame(comparison) ? SUCCESS : FAILURE;
  } finally {
    await python.close();
  }
}

/** Returns the coverage report of a file. The script that measures a folder of files also uses it. */
export async function createReport(
  source: string,
): Promise<CoverageReport | { problem: { message: string } }> {
  const worker = new WorkerProcesses({ keepsSpare: false }).take();
  try {
    const signal = AbortSignal.timeout(CHECK_MS);
    return (await runWorkerTask(worker, { type: "inspect", source }, { signal })).coverage;
  } catch (error) {
    if (error instanceof WorkerLost) return { problem: { message: error.message } };
    throw error;
  }
}

async function check({ files, asJson }: Extract<Command, { name: "check" }>): Promise<number> {
  const reports: Record<string, Awaited<ReturnType<typeof createReport>>> = {};
  for (const file of files) {
    const report = await createReport(await readSource(file));
    reports[file] = report;
    if (!asJson) await print(renderCoverage(file, report).join("\n"));
  }
  if (asJson) await print(JSON.stringify(reports, undefined, 2));
  return Object.values(reports).every((report) => "runs" in report && report.runs) ? SUCCESS : FAILURE;
}

/** Runs `stoa workflow`. Models are configured in `home`. @returns the exit code */
export async function runWorkflowCommand(args: readonly string[], home: string): Promise<number> {
  try {
    const command = readCommand(args);
    if (command.name === "check") return await check(command);
    if (command.name === "compare") return await compare(command, home);
    if (command.name === "run") return await run(command, home);
    await print(HELP);
    return SUCCESS;
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof FileError)) throw error;
    console.error(`stoa: ${error.message}${error instanceof UsageError ? `\n\n${HELP}` : ""}`);
    return MISUSE;
  }
}

function gatewayWhenAsked(
  env: NodeJS.ProcessEnv,
  modelsFile: string,
  connectors?: LocalConnectors,
): LazyGateway {
  let gateway: Promise<LocalGateway> | undefined;
  const open = async () => {
    const { openLocalGateway } = await import("./local-gateway.ts");
    return openLocalGateway(env, modelsFile, connectors);
  };
  return {
    ...LOCAL_RUN,
    connect(connection) {
      gateway ??= open();
      gateway.then(
        ({ connect }) => connect(connection),
        () => connection.destroy(),
      );
    },
    async waitUntilOpen() {
      await gateway;
    },
    close: async () => (await gateway?.catch(() => undefined))?.close(),
  };
}
