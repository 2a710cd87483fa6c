import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { type ChatOptions, chat } from "./commands/chat.ts";
import { type ListOptions, listAgents } from "./commands/list.ts";
import { logIn } from "./commands/login.ts";
import { logOut } from "./commands/logout.ts";
import { type LogsOptions, showLogs } from "./commands/logs.ts";
import { publish } from "./commands/publish.ts";
import { type RunCommandOptions, runAgent } from "./commands/run.ts";
import { showAccount } from "./commands/whoami.ts";
import { EXIT, type ExitCode } from "./errors.ts";
import type { PublishOptions } from "./new-upload.ts";
import type { ServerOption } from "./session.ts";

const AGENT = "ID such as 12, or developer and name such as ada/word-counter; @3 at the end is version 3";

const ENVIRONMENT = `
Environment:
  STOA_URL       the server's URL; without it, the server of your latest sign-in
  STOA_API_KEY   an API key, for CI; without it, the key of your sign-in
  NO_COLOR       no colors

Exit codes: 0 success, 1 the run failed or the server refused, 2 wrong command, 3 not signed in, 4 balance or
spending limit too low, 5 server not reachable or busy, 130 Ctrl-C`;

/** Returns the program with all commands. `finish` gets the exit code of a command that has one of its own. */
export function createProgram(version: string, finish: (exitCode: ExitCode) => void): Command {
  const program = new Command("stoa-cli")
    .description("Run, chat with and publish the agents of a Stoa server.")
    .version(version, "-V, --version", "show the version of this program")
    .helpOption("-h, --help", "show this help")
    .helpCommand("help [command]", "show the help of a command")
    .addHelpText("after", ENVIRONMENT)
    .showSuggestionAfterError()
    .exitOverride();
  addAccountCommands(program);
  addAgentCommands(program, finish);
  addDeveloperCommands(program, finish);
  return program;
}

/** Adds a command with the options that all commands have. */
function addCommand(program: Command, usage: string, description: string): Command {
  return program
    .command(usage)
    .description(description)
    .helpOption("-h, --help", "show this help")
    .option("--server <url>", "the server's URL");
}

function addAccountCommands(program: Command): void {
  addCommand(
    program,
    "login",
    "Sign in: confirm a code in your browser. The key is saved on this computer.",
  ).action((options: ServerOption) => logIn(options));
  addCommand(program, "logout", "Remove the saved key of a server.").action((options: ServerOption) =>
    logOut(options),
  );
  addCommand(program, "whoami", "Show the server, the account and its balance.")
    .option("--json", "print JSON")
    .action((options: ServerOption & { json?: boolean }) => showAccount(options));
}

function addAgentCommands(program: Command, finish: (exitCode: ExitCode) => void): void {
  addCommand(program, "list", "List agents.")
    .argument("[query]", "search terms")
    .option("--mine", "your own agents, including private and inactive ones")
    .option("--framework <name>", "only agents of this framework: langchain, autogen, n8n or stoa")
    .option("--limit <n>", "maximum number of agents", parseCount, 20)
    .option("--json", "print JSON")
    .action((query: string | undefined, options: ListOptions) => listAgents(query, options));
  addCommand(program, "run", "Run an agent once. Its output goes to stdout, everything else to stderr.")
    .argument("<agent>", AGENT)
    .argument("[message...]", "the message; without one, it is read from a pipe")
    .option("--input <json>", "all inputs as a JSON object, or @file.json")
    .option("-i, --set <name=value>", "one input; repeat it for others", collect)
    .option("--file <name=path>", "a file for an input; repeat it for others", collect)
    .option("--max-cost <usd>", "maximum cost of the run in USD", parseAmount)
    .option("--timeout <seconds>", "maximum duration of the run", parseCount)
    .option("--save <folder>", "save the files that the agent returns; without it, links are shown")
    .option("--no-stream", "write the output when the run has ended")
    .option("-q, --quiet", "hide steps and progress")
    .option("--json", "print the whole result as JSON")
    .action(async (agent: string, message: string[], options: RunCommandOptions) =>
      finish(await runAgent(agent, message, options)),
    );
  addCommand(program, "chat", "Talk to an agent. Type /exit to leave.")
    .argument("<agent>", AGENT)
    .option("--max-cost <usd>", "maximum cost of each conversation in USD", parseAmount)
    .option("-q, --quiet", "hide steps and progress")
    .action((agent: string, options: ChatOptions) => chat(agent, options));
}

function addDeveloperCommands(program: Command, finish: (exitCode: ExitCode) => void): void {
  addCommand(program, "publish", "Upload a new agent, or with --agent a new version, and print its checks.")
    .argument("<file>", "a .py, .ipynb or .json file, a .zip archive, or a folder")
    .option("--agent <agent>", "upload a new version of this agent of yours")
    .option("--notes <text>", "what is new in the version; everyone can read it")
    .option("--name <text>", "name of a new agent; by default the name that the file declares")
    .option("--description <text>", "one or two sentences; by default those that the file declares")
    .option("--documentation <text>", "how to use it, or @file; by default the README.md of a folder")
    .option("--category <name>", "such as research; by default general")
    .option("--price <usd>", "price in USD per 1M tokens, such as 10; 0 is free")
    .option("--visibility <name>", "public (default), unlisted or private")
    .option("--output-node <name>", "the node of an n8n workflow whose output is the agent's")
    .option("--allow-missing-models", "accept models that the server does not offer yet")
    .option("-y, --yes", "do not ask; also accepts a price above 100 USD per 1M tokens")
    .option("--json", "print JSON, and do not ask")
    .action(async (file: string, options: PublishOptions) => finish(await publish(file, options)));
  addCommand(program, "logs", "Show ended runs: of all callers for an agent of yours, else your own.")
    .argument("[agent]", `${AGENT}; or the ID of a run, to see what happened in it`)
    .option("-f, --follow", "show further runs as they end")
    .addOption(new Option("--status <status>", "only these runs").choices(["success", "error"]))
    .option("--limit <n>", "number of runs to begin with, up to 100", parseCount, 20)
    .option("--json", "print one JSON object per line")
    .action((agent: string | undefined, options: LogsOptions) => showLogs(agent, options));
}

const collect = (value: string, previous: string[] = []): string[] => [...previous, value];

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("Write a whole number above 0.");
  return Number(text);
}

function parseAmount(text: string): number {
  if (!/^\d{1,9}(?:\.\d{1,9})?$/.test(text))
    throw new InvalidArgumentError("Write an amount in USD, such as 0.05.");
  return Number(text);
}

/** Returns the exit code of an error of the command line, whose message was printed; undefined for other errors. */
export function getParserExitCode(error: unknown): ExitCode | undefined {
  if (!(error instanceof CommanderError)) return undefined;
  return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
}
