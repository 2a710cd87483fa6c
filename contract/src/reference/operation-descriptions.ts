import type { ErrorCode } from "../errors.ts";
import type { AnswerHeader, RequestHeader } from "./header-descriptions.ts";

/** What a failure status can mean: each error code and its cause. */
export type FailureDescriptions = Readonly<Partial<Record<ErrorCode, string>>>;

/** What the API reference says about an operation besides what its route declares. */
export interface OperationDescription {
  /** What it does, who may call it, its cost and its limits. Markdown. */
  description: string;
  /** Request headers besides the credential. */
  reads?: readonly RequestHeader[];
  /** Response headers of a success besides those of every response. */
  answers?: readonly AnswerHeader[];
  /** Failures by status, unless the general text of the status says enough. */
  errors?: Readonly<Partial<Record<number, FailureDescriptions>>>;
}

/** The texts of a group of routes; TypeScript requires one for each route. */
export function describe<Routes extends object>(
  _routes: Routes,
  words: Readonly<Record<keyof Routes & string, OperationDescription>>,
): Readonly<Record<string, OperationDescription>> {
  return words;
}
