export { evaluateParameter, evaluateText } from "./evaluate.ts";
export { ExpressionError } from "./expression-error.ts";
export type { ExpressionScope, OtherNode } from "./expression-scope.ts";
export { type FromAiField, fromAiFields } from "./from-ai-fields.ts";
export { referencedNodes } from "./referenced-nodes.ts";
