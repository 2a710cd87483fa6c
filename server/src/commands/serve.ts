import { pino } from "pino";
import type { Config } from "../config.ts";
import { createContext } from "../context.ts";
import { openMetricsServer } from "../platform/metrics/metrics-server.ts";
import { Shutdown } from "../platform/shutdown.ts";
import { openDatabaseServer, prepareDatabase } from "./database-server.ts";
import {
  DECLARATIVE_SCHEMA,
  EMBEDDER,
  OPENAPI,
  PYTHON_PACKAGES,
  SDKS_DIST,
  SEED,
  TEMPLATES,
  WEB_DIST,
} from "./paths.ts";
import { listenError, requireFreePort } from "./port.ts";
import { say, step } from "./steps.ts";

/** Runs `stoa serve`: starts the database, migrations, sample agents and HTTP server, and stops them on a signal. */
export async function serveCommand(config: Config, env: NodeJS.ProcessEnv): Promise<void> {
  const log = pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: false }));
  const shutdown = new Shutdown();
  const close = () =>
    shutdown.run().catch((err: unknown) => log.error({ err }, "the server did not close cleanly"));
  try {
    onSignals(() => void close().then(() => process.exit(0)));
    await requireFreePort(config.host, config.port);
    const server = await step("Starting the database", () => openDatabaseServer(config, log));
    shutdown.add("database server", () => server.stop());
    const warning = await step("Bringing it up to date", () => prepareDatabase(server));
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
        onFailure: (err) => log.error({ err }, "the metrics could not be read"),
      }).catch((error: unknown) => {
        throw listenError(error, host, port, "METRICS_PORT");
      });
      shutdown.add("metrics", () => metrics.close());
    }
    for (const line of context.notices()) say(line);
    const samples = await step("Listing the sample agents", () => context.seed(SEED));
    const waiting = samples.seeded ? samples.skipped.map(({ name }) => name) : [];
    if (waiting.length > 0)
      say(`Samples that are listed once their framework is here: ${waiting.join(", ")}.`);
    await context.app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw listenError(error, config.host, config.port);
    });
    say(`\nStoa is ready: http://${config.host}:${config.port}\n${context.defaultModelNotice()}\n`);
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
      say("\nStopping: waiting for runs, then the database.");
      stop();
    });
}
