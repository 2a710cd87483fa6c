import { analyticsRoutes } from "@stoa/contract";
import { isCsvRequest, sendCsv } from "../../platform/http/csv-reply.ts";
import { HANDLED, type Mount } from "../../platform/http/mount.ts";
import type { Analytics } from "./analytics.ts";

export function mountAnalyticsRoutes(mount: Mount, analytics: Analytics): void {
  mount.signedIn(analyticsRoutes.ofAgent, async ({ caller, params, query, request, reply }) => {
    if (!isCsvRequest(request, query.format))
      return analytics.getAgentAnalytics(caller.accountId, params.id, query.days);
    sendCsv(reply, await analytics.createAgentCsv(caller.accountId, params.id, query.days));
    return HANDLED;
  });

  mount.signedIn(analyticsRoutes.ofDeveloper, async ({ caller, query, request, reply }) => {
    if (!isCsvRequest(request, query.format))
      return analytics.getDeveloperAnalytics(caller.accountId, query.days);
    sendCsv(reply, await analytics.createDeveloperCsv(caller.accountId, query.days));
    return HANDLED;
  });
}
