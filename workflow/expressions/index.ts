export { evaluateParameter, evaluateText } from "./evaluate.ts";
export { ExpressionError, NoPairedItem } from "./expression-error.ts";
export type { ExpressionScope, OtherNode } from "./expression-scope.ts";
export { type FromAiField, findFromAiFields } from "./from-ai-fields.ts";
export { findReferencedNodes } from "./referenced-nodes.ts";
