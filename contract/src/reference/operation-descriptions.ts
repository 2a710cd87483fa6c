import type { ErrorCode } from "../errors.ts";
import type { AnswerHeader, RequestHeader } from "./header-descriptions.ts";

/** The possible meanings of a failure status: each error code and its cause. */
export type FailureDescriptions = Readonly<Partial<Record<ErrorCode, string>>>;

/** The texts of the API reference about an operation, in addition to the declaration of its route. */
export interface OperationDescription {
  /** The effect of the operation, who may call it, its cost and its limits. Markdown. */
  description: string;
  /** Request headers besides the credential. */
  reads?: readonly RequestHeader[];
  /** Response headers of a success besides those of every response. */
  answers?: readonly AnswerHeader[];
  /** Failures by status, unless the general text of the status says enough. */
  errors?: Readonly<Partial<Record<number, FailureDescriptions>>>;
}

/** Declares the texts of a group of routes; TypeScript requires one for each route. */
export function describe<Routes extends object>(
  _routes: Routes,
  descriptions: Readonly<Record<keyof Routes & string, OperationDescription>>,
): Readonly<Record<string, OperationDescription>> {
  return descriptions;
}
