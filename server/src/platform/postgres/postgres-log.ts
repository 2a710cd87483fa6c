/** Where the embedded server says what it does. A pino logger fits. */
export interface PostgresLog {
  info(message: string): void;
  warn(message: string): void;
}
