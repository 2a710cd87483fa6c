import type { ErrorCode } from "../errors.ts";
import type { AnswerHeader, RequestHeader } from "./header-descriptions.ts";

/** The possible meanings of a failure status: each error code and its cause. */
export type FailureDescriptions = Readonly<Partial<Record<ErrorCode, string>>>;

/** The parts of an operation's API reference that the declaration of its route does not contain. */
export interface OperationDescription {
  /** The effect of the operation, who may call it, its cost and its limits. Markdown. */
  description: string;
  /** Request headers that the operation reads, in addition to the credential. */
  reads?: readonly RequestHeader[];
  /** Headers of a successful response, in addition to the headers of every response. */
  answers?: readonly AnswerHeader[];
  /** Failures by status. Omit a status if its general description is enough. */
  errors?: Readonly<Partial<Record<number, FailureDescriptions>>>;
}

/** Declares the descriptions of a group of routes. TypeScript requires one for each route. */
export function describe<Routes extends object>(
  _routes: Routes,
  descriptions: Readonly<Record<keyof Routes & string, OperationDescription>>,
): Readonly<Record<string, OperationDescription>> {
  return descriptions;
}
