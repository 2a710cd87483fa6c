import { createServer } from "node:net";
import { pino } from "pino";
import type { Config } from "../config.ts";
import { createContext } from "../context.ts";
import { openMetricsServer } from "../platform/metrics/metrics-server.ts";
import { Shutdown } from "../platform/shutdown.ts";
import { openDatabaseServer, prepareDatabase } from "./database-server.ts";
import { OperatorError } from "./operator-error.ts";
import { listPackagedSamples } from "./packaged-samples.ts";
import {
  DECLARATIVE_SCHEMA,
  EMBEDDER,
  OPENAPI,
  PREVIEWS,
  PYTHON_PACKAGES,
  SDKS_DIST,
  SEED,
  TEMPLATES,
  WEB_DIST,
} from "./paths.ts";
import { printLine, step } from "./steps.ts";

/** Runs `stoa serve`: starts the database, migrations, sample agents and HTTP server, and stops them on a signal. */
export async function serveCommand(config: Config, env: NodeJS.ProcessEnv): Promise<void> {
  const log = pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: false }));
  const shutdown = new Shutdown();
  const close = () =>
    shutdown.run().catch((err: unknown) => log.error({ err }, "server did not shut down cleanly"));
  try {
    onSignals(() => void close().then(() => process.exit(0)));
    await requireFreePort(config.host, config.port);
    const server = await step("Starting the database", () => openDatabaseServer(config, log));
    shutdown.add("database server", () => server.stop());
    const warning = await step("Applying migrations", () => prepareDatabase(server));
    if (warning !== undefined) log.warn(warning);
    const context = await step("Preparing the runtimes", () =>
      createContext({
        config,
        env,
        databaseUrl: server.url,
        log,
        paths: {
          web: WEB_DIST,
          sdks: SDKS_DIST,
          python: PYTHON_PACKAGES,
          embedder: EMBEDDER,
          previews: PREVIEWS,
          openApi: OPENAPI,
          declarativeSchema: DECLARATIVE_SCHEMA,
          templates: TEMPLATES,
        },
      }),
    );
    shutdown.add("context", () => context.close());
    process.on("SIGHUP", () => void context.reloadModels());
    if (config.metrics && context.metrics) {
      const { host, port } = config.metrics;
      const metrics = await openMetricsServer({
        registry: context.metrics,
        host,
        port,
        onFailure: (err) => log.error({ err }, "failed to collect metrics"),
      }).catch((error: unknown) => {
        throw listenError(error, host, port, "METRICS_PORT");
      });
      shutdown.add("metrics", () => metrics.close());
    }
    for (const line of context.getNotices()) printLine(line);
    const samples = await step("Adding the sample agents", () => context.seed({ directory: SEED }));
    const waiting = samples.seeded ? samples.skipped.map(({ name }) => name) : [];
    if (waiting.length > 0)
      printLine(
        `Sample agents that will be listed when their framework is installed: ${waiting.join(", ")}.`,
      );
    await context.app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw listenError(error, config.host, config.port);
    });
    printLine(`\nStoa is ready: http://${config.host}:${config.port}\n${context.getDefaultModelNotice()}\n`);
    if (config.hasPackagedSamples) shutdown.add("sample agents", listPackagedSamples(context, log));
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Calls `stop` on every SIGINT and SIGTERM. The first one drains and stops the server; later ones have no further
 * effect.
 */
function onSignals(stop: () => void): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {
      printLine("\nStopping: waiting for active runs, then for the database.");
      stop();
    });
}

/** Converts a listen error to an OperatorError that says what to do. */
function listenError(error: unknown, host: string, port: number, setting = "PORT"): OperatorError {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const place = `${host}:${port}`;
  if (code === "EADDRINUSE")
    return new OperatorError(
      `Port ${port} is in use. Stop the program that uses it, or choose another port: ${setting}=${port === 65_535 ? 8080 : port + 1} npm start`,
    );
  if (code === "EACCES")
    return new OperatorError(
      `This user is not allowed to listen on ${place}. Choose a port above 1023: ${setting}=8080 npm start`,
    );
  return new OperatorError(
    `Cannot listen on ${place}: ${error instanceof Error ? error.message : String(error)}`,
    {
      cause: error,
    },
  );
}

/** Checks that the port is free before anything is started. Port 0 is always free. */
function requireFreePort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => reject(listenError(error, host, port)));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()));
  });
}
