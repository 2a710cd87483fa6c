import type { ErrorCode } from "../errors.ts";
import type { AnswerHeader, RequestHeader } from "./header-words.ts";

/** What a failure status can mean: each error code and its cause. */
export type FailureWords = Readonly<Partial<Record<ErrorCode, string>>>;

/** What the API reference says about an operation besides what its route declares. */
export interface OperationWords {
  /** What it does, who may call it, its cost and its limits. Markdown. */
  description: string;
  /** Request headers besides the credential. */
  reads?: readonly RequestHeader[];
  /** Response headers of a success besides those of every response. */
  answers?: readonly AnswerHeader[];
  /** Failures by status, unless the general text of the status says enough. */
  errors?: Readonly<Partial<Record<number, FailureWords>>>;
}

/** The texts of a group of routes; TypeScript requires one for each route. */
export function describe<Routes extends object>(
  _routes: Routes,
  words: Readonly<Record<keyof Routes & string, OperationWords>>,
): Readonly<Record<string, OperationWords>> {
  return words;
}
