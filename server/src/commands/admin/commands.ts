import type { AdminCommand } from "./admin-command.ts";
import { restoreAgent, suspendAgent } from "./agent-suspension.ts";
import { audit } from "./audit.ts";
import { backup } from "./backup.ts";
import { grantCredits } from "./grant-credits.ts";
import { reconcileBooks } from "./reconcile.ts";
import { refund } from "./refund.ts";
import { restore } from "./restore.ts";
import { reviews } from "./reviews.ts";
import { grantRole, revokeRole } from "./roles.ts";
import { rotateMasterKey } from "./rotate-keys.ts";
import { setFileLimit } from "./set-file-limit.ts";
import { setPlan } from "./set-plan.ts";
import { setVisibility } from "./set-visibility.ts";
import { showAgent } from "./show-agent.ts";
import { showRun } from "./show-run.ts";
import { showUser } from "./show-user.ts";
import { restoreUser, suspendUser } from "./user-suspension.ts";

/** The commands in the order of the help: people, agents, runs, the books, the server. */
export const ADMIN_COMMANDS: readonly AdminCommand[] = [
  showUser,
  setPlan,
  setFileLimit,
  grantCredits,
  grantRole,
  revokeRole,
  suspendUser,
  restoreUser,
  showAgent,
  suspendAgent,
  restoreAgent,
  setVisibility,
  reviews,
  showRun,
  refund,
  reconcileBooks,
  audit,
  backup,
  restore,
  rotateMasterKey,
];
