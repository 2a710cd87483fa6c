import { OPERATOR_LIMITS, operatorRoutes } from "../operator.ts";
import { describe } from "./operation-words.ts";

const OPERATORS_ONLY = { forbidden: "You are not an operator of this server." };
const NO_AGENT = { not_found: "There is no agent of this number." };

export const operatorWords = describe(operatorRoutes, {
  audit: {
    description:
      "The audit log: every act of an operator, with who did it, why, and what it changed. Rows are never changed or removed. For operators, who are named on the server's command line.",
    errors: { 403: OPERATORS_ONLY },
  },
  suspendAgent: {
    description: `Suspends an agent with all its versions. It is in no list, no run of it starts (403 \`agent_suspended\`), and live ones stop on every node within seconds and cost their callers nothing. Its owner is told the reason, at most ${OPERATOR_LIMITS.reasonMaxLength} characters. One that is suspended stays so for its first reason. For operators.`,
    errors: { 403: OPERATORS_ONLY, 404: NO_AGENT },
  },
  restoreAgent: {
    description:
      "Ends a suspension: the agent is again as its owner has it, listed or switched off. They are told. For operators.",
    errors: { 403: OPERATORS_ONLY, 404: NO_AGENT },
  },
});
