import { join } from "node:path";

/** The program that runs agents with clients written in Python. It takes the name of a client. */
export const PYTHON_CLIENTS = join(import.meta.dirname, "python_clients.py");

/** Returns the Python that has the clients. */
export function findClientsPython(): string {
  const folder = process.env.STOA_RUNNERS;
  if (!folder)
    throw new Error("The clients are not installed: npm test -- --long --only openai-clients does that");
  return join(folder, "python3");
}
