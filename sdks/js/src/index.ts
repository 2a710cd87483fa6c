export type { AgentFile } from "./agents.ts";
export type * from "./api-types.gen.ts";
export { Stoa } from "./client.ts";
export type { ConversationOptions } from "./conversations.ts";
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  ForbiddenError,
  InsufficientCreditsError,
  InvalidRequestError,
  NotFoundError,
  RateLimitError,
  StoaError,
  TimeoutError,
  TooLargeError,
  UnavailableError,
} from "./errors.ts";
export type { NewFile } from "./files.ts";
export type { CallOptions, RunOptions } from "./run-calls.ts";
export type { StoaOptions } from "./settings.ts";
