import { runAdmin } from "./commands/admin/run-admin.ts";
import { runEnvironmentsCommand } from "./commands/environments.ts";
import { migrateCommand } from "./commands/migrate.ts";
import { OperatorError } from "./commands/operator-error.ts";
import { serveCommand } from "./commands/serve.ts";
import { ConfigError, readConfig } from "./config.ts";
import { MasterKeyError } from "./platform/crypto/master-keys.ts";
import { EmbeddedPostgresError } from "./platform/postgres/embedded-postgres-error.ts";

const HELP = `stoa: the app store for AI agents

  stoa serve                              start the server (npm start does this)
  stoa environments                       install the Python packages that agents may import
  stoa migrate                            apply database migrations
  stoa admin                              operator commands: users, agents, runs, ledger
  stoa workflow                           run or check an n8n export without a server

Settings are environment variables. docs/settings.md lists them.`;

async function main(args: string[]): Promise<void> {
  const config = readConfig(process.env, process.cwd());
  const [command = "serve", ...rest] = args;
  if (command === "serve") return serveCommand(config, process.env);
  if (command === "environments") return runEnvironmentsCommand(config);
  if (command === "migrate") return migrateCommand(config);
  if (command === "admin") {
    process.exitCode = await runAdmin(config, rest);
    return;
  }
  if (command === "help" || command === "--help" || command === "-h") return console.log(HELP);
  throw new OperatorError(`Unknown command "${args.join(" ")}".\n\n${HELP}`);
}

/** Reports an error: one plain line if the operator can fix it, and otherwise the entire error in the log. */
function report(error: unknown): void {
  const expected = [OperatorError, ConfigError, MasterKeyError, EmbeddedPostgresError].some(
    (kind) => error instanceof kind,
  );
  console.error(expected && error instanceof Error ? `stoa: ${error.message}` : error);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  report(error);
  process.exitCode = 1;
});
