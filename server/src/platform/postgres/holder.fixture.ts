import { startEmbeddedPostgres } from "./embedded-postgres.ts";

/**
 * Runs as a separate process: starts an embedded server on the home in its argument and keeps it running until
 * SIGTERM.
 */
const home = process.argv[2];
if (home === undefined) throw new Error("usage: holder.fixture.ts HOME");
startEmbeddedPostgres({ home, log: { info: () => {}, warn: (message) => console.error(message) } }).then(
  (server) => {
    const awake = setInterval(() => {}, 60_000);
    process.once("SIGTERM", () => void server.stop().then(() => clearInterval(awake)));
    console.log(JSON.stringify({ url: server.url }));
  },
  (error: Error) => {
    console.log(JSON.stringify({ refused: error.message }));
  },
);
