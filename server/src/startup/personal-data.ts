import { personalData as accounts } from "../modules/accounts/index.ts";
import { personalData as catalog } from "../modules/catalog/index.ts";
import { personalData as connectors } from "../modules/connectors/index.ts";
import { personalData as conversations } from "../modules/conversations/index.ts";
import { personalData as files } from "../modules/files/index.ts";
import { personalData as ledger } from "../modules/ledger/index.ts";
import { personalData as network } from "../modules/network/index.ts";
import { personalData as notifications } from "../modules/notifications/index.ts";
import { personalData as oauth } from "../modules/oauth/index.ts";
import { personalData as recommendations } from "../modules/recommendations/index.ts";
import { personalData as rememberedValues } from "../modules/remembered-values/index.ts";
import { personalData as reviews } from "../modules/reviews/index.ts";
import { personalData as runs } from "../modules/runs/index.ts";
import { personalData as schedules } from "../modules/schedules/index.ts";
import { personalData as sharedRuns } from "../modules/shared-runs/index.ts";
import { personalData as webhooks } from "../modules/webhooks/index.ts";
import { personalData as workflows } from "../modules/workflows/index.ts";
import { personalData as auditLog } from "../platform/audit/personal-data.ts";
import type { PersonalData } from "../platform/personal-data/personal-data.ts";

/** Lists the personal data of every module, in the order in which the deletion of an account erases it. */
export function listPersonalData(): readonly PersonalData[] {
  return [
    oauth,
    accounts,
    ledger,
    notifications,
    schedules,
    connectors,
    network,
    catalog,
    recommendations,
    workflows,
    rememberedValues,
    reviews,
    conversations,
    sharedRuns,
    files,
    runs,
    webhooks,
    auditLog,
  ];
}
