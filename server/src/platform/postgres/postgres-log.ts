/** The log of the embedded server. A pino logger implements this. */
export interface PostgresLog {
  info(message: string): void;
  warn(message: string): void;
}
