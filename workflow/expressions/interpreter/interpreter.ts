import type { BlockStatement, Expression, Pattern, Statement } from "acorn";
import type { ScopeFrame } from "./frame.ts";

/** The functions through which the parts of the interpreter call each other. */
export interface Interpreter {
  evaluate(node: Expression, frame: ScopeFrame): unknown;
  execute(node: Statement, frame: ScopeFrame): Completion;
  block(body: BlockStatement["body"], frame: ScopeFrame): Completion;
  bind(pattern: Pattern, value: unknown, frame: ScopeFrame, how: Binding): void;
}

/** Declares variables or assigns to existing ones. */
export type Binding = "const" | "let" | "var" | "assign";

/** The way in which a statement ended: undefined if it ended normally. */
export type Completion =
  | { readonly kind: "return"; readonly value: unknown }
  | { readonly kind: "break" | "continue"; readonly label: string | undefined }
  | undefined;
