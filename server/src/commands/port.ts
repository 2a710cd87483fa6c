import { createServer } from "node:net";
import { OperatorError } from "./operator-error.ts";

/** Converts a listen error to a message that says what to do. */
export function listenError(error: unknown, host: string, port: number, setting = "PORT"): OperatorError {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const place = `${host}:${port}`;
  if (code === "EADDRINUSE")
    return new OperatorError(
      `Port ${port} is in use. Stop what uses it, or choose another: ${setting}=${port === 65_535 ? 8080 : port + 1} npm start`,
    );
  if (code === "EACCES")
    return new OperatorError(
      `This user may not listen on ${place}. Choose a port above 1023: ${setting}=8080 npm start`,
    );
  return new OperatorError(
    `Cannot listen on ${place}: ${error instanceof Error ? error.message : String(error)}`,
    {
      cause: error,
    },
  );
}

/** Checks that the port is free before anything is started. Port 0 is always free. */
export function requireFreePort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => reject(listenError(error, host, port)));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()));
  });
}
