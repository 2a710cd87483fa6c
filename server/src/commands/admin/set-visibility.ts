import { Visibility } from "@stoa/contract";
import { AgentVisibility } from "../../modules/catalog/index.ts";
import { notify } from "../../modules/notifications/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { OperatorError } from "../operator-error.ts";
import type { AdminCommand } from "./admin-command.ts";
import { getReason, parseAgentId } from "./arguments.ts";

const VISIBILITIES = Visibility.options.join("|");

export const setVisibility: AdminCommand = {
  name: "set-visibility",
  takes: `<number> <${VISIBILITIES}>`,
  summary: "set who can see an agent",
  explains:
    "A public agent is listed. An unlisted agent is not listed, but anyone with the link can run it. A private agent is only for members of its owner's account, whose plan must include private agents. The owner is notified of the change.",
  options: { reason: { value: "<why>", says: "written to the audit log" } },
  async run({ db, actor }, given) {
    const [number, word] = given.words;
    const visibility = Visibility.safeParse(word);
    if (!number || !visibility.success || given.words.length > 2)
      throw new OperatorError(`Usage: stoa admin set-visibility <number> <${VISIBILITIES}>`);
    const agentId = parseAgentId(number);
    const reason = getReason(given);
    const change = await new AgentVisibility(db, notify)
      .change(agentId, visibility.data, { actor, ...(reason !== undefined && { reason }) })
      .catch((error: unknown) => {
        if (error instanceof AppError && error.code === "plan_required")
          throw new OperatorError("The owner's plan does not include private agents.");
        throw error;
      });
    if (!change) throw new OperatorError(`There is no agent ${agentId}.`);
    const { name, changed } = change;
    const line = changed
      ? `${name} (agent ${agentId}) is ${visibility.data}. Its owner is notified.`
      : `${name} (agent ${agentId}) is already ${visibility.data}.`;
    return { lines: [line], data: { agent_id: agentId, name, visibility: visibility.data, changed } };
  },
};
