import type { ErrorCode } from "../errors.ts";
import type { AnswerHeader, RequestHeader } from "./header-words.ts";

/** What one status of failure can mean: each code that it comes with, and when. */
export type FailureWords = Readonly<Partial<Record<ErrorCode, string>>>;

/** What the API reference says of an operation beyond what its route declares. */
export interface OperationWords {
  /** What it does, who may, what it costs, its bounds. Markdown. */
  description: string;
  /** Headers that it reads besides the credential. */
  reads?: readonly RequestHeader[];
  /** Headers of its success besides those that every answer has. */
  answers?: readonly AnswerHeader[];
  /** Failures by status, where the status's own words (failure-words.ts) do not say it. */
  errors?: Readonly<Partial<Record<number, FailureWords>>>;
}

/** The words of a group of routes; TypeScript asks for those of each. */
export function describe<Routes extends object>(
  _routes: Routes,
  words: Readonly<Record<keyof Routes & string, OperationWords>>,
): Readonly<Record<string, OperationWords>> {
  return words;
}
