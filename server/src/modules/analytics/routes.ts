import { analyticsRoutes } from "@stoa/contract";
import { sendCsv, wantsCsv } from "../../platform/http/csv-reply.ts";
import { HANDLED, type Mount } from "../../platform/http/mount.ts";
import type { Analytics } from "./analytics.ts";

export function mountAnalyticsRoutes(mount: Mount, analytics: Analytics): void {
  mount.signedIn(analyticsRoutes.ofAgent, async ({ caller, params, query, request, reply }) => {
    if (!wantsCsv(request, query.format)) return analytics.ofAgent(caller.accountId, params.id, query.days);
    sendCsv(reply, await analytics.csvOfAgent(caller.accountId, params.id, query.days));
    return HANDLED;
  });

  mount.signedIn(analyticsRoutes.ofDeveloper, async ({ caller, query, request, reply }) => {
    if (!wantsCsv(request, query.format)) return analytics.ofDeveloper(caller.accountId, query.days);
    sendCsv(reply, await analytics.csvOfDeveloper(caller.accountId, query.days));
    return HANDLED;
  });
}
