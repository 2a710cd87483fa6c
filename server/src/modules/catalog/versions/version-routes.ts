import { sdkRoutes, type UploadReply, versionRoutes } from "@stoa/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../../platform/http/caller.ts";
import { HANDLED, type Mount } from "../../../platform/http/mount.ts";
import type { AgentProfiles } from "../agents/agent-profiles.ts";
import type { Marketplace } from "../listing/marketplace.ts";
import { readVersion } from "../upload/upload-form.ts";
import type { UploadLimits } from "../upload/upload-limits.ts";
import type { Deployments } from "./deployments.ts";
import type { PinnedComparisons } from "./pinned-comparisons.ts";
import type { Versions } from "./versions.ts";

export interface VersionServices {
  marketplace: Marketplace;
  profiles: AgentProfiles;
  versions: Versions;
  deployments: Deployments;
  comparisons: PinnedComparisons;
  limits: UploadLimits;
}

interface UploadCall {
  params: { id: number };
  request: FastifyRequest;
  caller: Caller;
}

export function mountVersionRoutes(mount: Mount, services: VersionServices): void {
  const { marketplace, profiles, versions, deployments, comparisons, limits } = services;

  const createReply = async (
    agentId: number,
    accountId: string,
    checks: UploadReply["checks"],
  ): Promise<UploadReply> => {
    marketplace.forget();
    return { agent: await profiles.get(agentId, accountId), checks };
  };

  const upload = async ({ params: { id }, request, caller: { accountId } }: UploadCall) => {
    const agent = await versions.requireOwnedWithRoom(id, accountId);
    const checks = await limits.upload(accountId, async () => {
      const { fields, file } = await readVersion(request);
      return versions.upload(agent, accountId, fields, file);
    });
    return createReply(id, accountId, checks);
  };
  mount.signedIn(versionRoutes.upload, upload);
  mount.signedIn(sdkRoutes.uploadVersion, upload);

  mount.open(versionRoutes.list, ({ params, query, caller }) =>
    versions.list(params.id, caller?.accountId, query),
  );

  mount.open(versionRoutes.diff, ({ params: { id, number }, query, caller }) =>
    versions.diff(id, caller?.accountId, number, query.from),
  );

  const download = async (
    { id, number }: { id: number; number: number },
    accountId: string,
    reply: FastifyReply,
  ): Promise<typeof HANDLED> => {
    const { name, content } = await versions.getArchive(id, accountId, number);
    reply
      .type("application/octet-stream")
      .header("content-disposition", `attachment; filename="${name}"`)
      .header("cache-control", "no-store")
      .send(content);
    return HANDLED;
  };
  mount.signedIn(versionRoutes.archive, ({ params, caller, reply }) =>
    download(params, caller.accountId, reply),
  );

  mount.signedIn(versionRoutes.workflow, ({ params: { id, number }, caller: { accountId } }) =>
    versions.getDrawing(id, accountId, number),
  );

  mount.signedIn(versionRoutes.compare, async ({ params: { id, number }, caller: { accountId } }) => {
    const compare = await comparisons.prepare(id, accountId, number);
    // It takes as much of the server as the trial run of an inspection, so it counts as one.
    await limits.countInspection(accountId);
    return compare();
  });

  mount.open(versionRoutes.packages, ({ params: { id, number }, caller }) =>
    versions.getPackages(id, caller?.accountId, number),
  );

  mount.signedIn(versionRoutes.activate, async ({ params: { id, number }, caller: { accountId } }) =>
    createReply(id, accountId, await deployments.activate(id, accountId, number)),
  );

  mount.signedIn(versionRoutes.withdraw, async ({ params: { id, number }, caller: { accountId } }) => {
    await deployments.withdraw(id, accountId, number);
    return versions.get(id, accountId, number);
  });
}
