import { OPERATOR_LIMITS, operatorRoutes } from "../operator.ts";
import { describe } from "./operation-descriptions.ts";

const OPERATORS_ONLY = { forbidden: "You are not an operator of this server." };
const NO_AGENT = { not_found: "No agent has this ID." };

export const operatorDescriptions = describe(operatorRoutes, {
  audit: {
    description:
      "Lists the audit log: every action of an operator, with the operator, the reason and the changes. Entries are never changed or removed. Only operators can call this operation. The operator role is granted on the server's command line.",
    errors: { 403: OPERATORS_ONLY },
  },
  suspendAgent: {
    description: `Suspends an agent with all its versions. It is not listed, new runs are refused (403 \`agent_suspended\`), and active runs stop within seconds and cost their callers nothing. The owner gets the reason, at most ${OPERATOR_LIMITS.reasonMaxLength} characters. A second suspension does not change the reason. Only operators can call this operation.`,
    errors: { 403: OPERATORS_ONLY, 404: NO_AGENT },
  },
  restoreAgent: {
    description:
      "Ends a suspension: the agent is listed or inactive again, as its owner set it. The owner is notified. Only operators can call this operation.",
    errors: { 403: OPERATORS_ONLY, 404: NO_AGENT },
  },
});
