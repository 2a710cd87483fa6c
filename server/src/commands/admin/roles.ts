import { UserModeration } from "../../modules/accounts/index.ts";
import { EventBus } from "../../platform/events/event-bus.ts";
import { OperatorError } from "../operator-error.ts";
import type { AdminCommand, Answer, GivenArguments, OperatorTools } from "./admin-command.ts";

/** The only role. */
const OPERATOR = "operator";

export const grantRole: AdminCommand = {
  name: "grant-role",
  takes: "<username> operator",
  summary: "make somebody an operator",
  explains:
    "An operator may suspend and restore agents and read the audit log by the API: `PUT` and `DELETE /api/v1/operator/agents/<number>/suspension`, `GET /api/v1/operator/audit`. The role is granted and revoked here alone.",
  run: (tools, given) => change(tools, given, true),
};

export const revokeRole: AdminCommand = {
  name: "revoke-role",
  takes: "<username> operator",
  summary: "take the role back",
  explains: "What they did as an operator stays in the audit log.",
  run: (tools, given) => change(tools, given, false),
};

async function change(
  { db, actor }: OperatorTools,
  { words }: GivenArguments,
  isOperator: boolean,
): Promise<Answer> {
  const [name, role] = words;
  if (!name || role !== OPERATOR || words.length > 2)
    throw new OperatorError('Name the user and the role, as in "ada operator": there is no other role.');
  const change = await new UserModeration(db, new EventBus()).setOperator(name, isOperator, actor);
  if (!change) throw new OperatorError(`There is no user "${name}".`);
  const { username, changed } = change;
  const is = isOperator ? "an operator" : "no operator";
  return {
    lines: [changed ? `${username} is ${is} from now on.` : `${username} was ${is} already.`],
    data: { username, operator: isOperator, changed },
  };
}
