import {
  type AgentListQuery,
  catalogRoutes,
  developerRoutes,
  sdkRoutes,
  type UploadReply,
} from "@stoa/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller, MaybePromise } from "../../platform/http/caller.ts";
import { HANDLED, type Mount } from "../../platform/http/mount.ts";
import type { AgentProfiles } from "./agents/agent-profiles.ts";
import type { Developers } from "./listing/developers.ts";
import type { Marketplace } from "./listing/marketplace.ts";
import { readInspection, readUpload } from "./upload/upload-form.ts";
import type { UploadLimits } from "./upload/upload-limits.ts";
import type { Uploads } from "./upload/uploads.ts";

export interface CatalogServices {
  marketplace: Marketplace;
  profiles: AgentProfiles;
  developers: Developers;
  uploads: Uploads;
  limits: UploadLimits;
}

export function mountCatalogRoutes(mount: Mount, services: CatalogServices): void {
  const { marketplace, profiles, developers, uploads, limits } = services;

  const list = (call: {
    query: AgentListQuery;
    caller: Caller | undefined;
    reply: FastifyReply;
  }): MaybePromise<typeof HANDLED> => {
    const send = (page: Buffer): typeof HANDLED => {
      call.reply.type("application/json; charset=utf-8").send(page);
      return HANDLED;
    };
    const page = marketplace.list(call.query, call.caller);
    return page instanceof Promise ? page.then(send) : send(page);
  };

  const upload = async (call: { request: FastifyRequest; caller: Caller }): Promise<UploadReply> => {
    const { accountId } = call.caller;
    const { agentId, checks } = await limits.upload(accountId, async () => {
      const { fields, file } = await readUpload(call.request);
      return uploads.upload(accountId, fields, file);
    });
    marketplace.forget();
    return { agent: await profiles.get(agentId, accountId), checks };
  };

  mount.open(catalogRoutes.list, list);
  mount.signedIn(sdkRoutes.list, list);
  mount.open(catalogRoutes.get, ({ params, caller }) => profiles.get(params.id, caller?.accountId));
  mount.signedIn(sdkRoutes.get, ({ params, caller }) => profiles.get(params.id, caller.accountId));
  mount.open(developerRoutes.get, ({ params, caller }) => developers.get(params.username, caller?.accountId));
  mount.signedIn(catalogRoutes.mine, ({ caller }) => profiles.listOwned(caller.accountId));
  mount.signedIn(catalogRoutes.upload, upload);
  mount.signedIn(sdkRoutes.upload, upload);

  mount.signedIn(catalogRoutes.inspect, async ({ request, caller }) => {
    await limits.countInspection(caller.accountId);
    return uploads.inspect(caller.accountId, await readInspection(request));
  });

  mount.signedIn(catalogRoutes.update, async ({ params, body, caller }) => {
    const agent = await profiles.update(params.id, caller.accountId, body);
    marketplace.forget();
    return agent;
  });

  mount.signedIn(catalogRoutes.remove, async ({ params, caller }) => {
    await profiles.remove(params.id, caller.accountId);
    marketplace.forget();
    return { success: true } as const;
  });
}
