/** Where the gateway writes what only the operator may read; pino fits it. */
export interface GatewayLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
