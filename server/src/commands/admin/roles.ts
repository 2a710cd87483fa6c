import { UserModeration } from "../../modules/accounts/index.ts";
import { EventBus } from "../../platform/events/event-bus.ts";
import { OperatorError } from "../operator-error.ts";
import type { AdminCommand, CommandArguments, CommandResult, OperatorTools } from "./admin-command.ts";

/** The only role that can be granted. */
const OPERATOR = "operator";

export const grantRole: AdminCommand = {
  name: "grant-role",
  takes: "<username> operator",
  summary: "grant the operator role",
  explains:
    "An operator can suspend and restore agents and read the audit log through the API: `PUT` and `DELETE /api/v1/operator/agents/<number>/suspension`, `GET /api/v1/operator/audit`. The role can only be granted and revoked on the command line.",
  run: (tools, given) => change(tools, given, true),
};

export const revokeRole: AdminCommand = {
  name: "revoke-role",
  takes: "<username> operator",
  summary: "revoke the operator role",
  explains: "The user's past actions stay in the audit log.",
  run: (tools, given) => change(tools, given, false),
};

async function change(
  { db, actor }: OperatorTools,
  { words }: CommandArguments,
  isOperator: boolean,
): Promise<CommandResult> {
  const [name, role] = words;
  if (!name || role !== OPERATOR || words.length > 2)
    throw new OperatorError(
      'Specify the user and the role, for example "ada operator". There are no other roles.',
    );
  const change = await new UserModeration(db, new EventBus()).setOperator(name, isOperator, actor);
  if (!change) throw new OperatorError(`There is no user "${name}".`);
  const { username, changed } = change;
  return {
    lines: [
      changed
        ? `${username} is ${isOperator ? "now" : "no longer"} an operator.`
        : `${username} is ${isOperator ? "already" : "not"} an operator.`,
    ],
    data: { username, operator: isOperator, changed },
  };
}
