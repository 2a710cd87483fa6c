import { randomUUID } from "node:crypto";
import type { NodeContext } from "../../../../model/node-context.ts";
import { encodePathPart } from "../../service-call.ts";
import type { ServiceOperation, ServiceOperations } from "../../service-node.ts";
import { paginateByToken, requestAllItems } from "../../service-pagination.ts";
import { getGoogleId, googleApiRequest, toGoogleCall } from "../google-api.ts";

import { readFileLimit } from "./search-files.ts";

/** The API's maximum number of drives per page. */
const PAGE_SIZE = 100;
const PATHS = ["/drive/v3/drives/**"] as const;

const getPath = (context: NodeContext, itemIndex: number) =>
  `/drive/v3/drives/${encodePathPart(getGoogleId(context, "driveId", itemIndex, "The shared drive"))}`;

function getAdminQuery(context: NodeContext, itemIndex: number) {
  const useDomainAdminAccess = context.flag("options.useDomainAdminAccess", itemIndex);
  return useDomainAdminAccess ? { useDomainAdminAccess } : {};
}

const create: ServiceOperation = {
  methods: ["POST"],
  paths: PATHS,
  async each(context, itemIndex) {
    const body = { name: context.text("name", itemIndex), ...context.object("options", itemIndex) };
    const query = { requestId: randomUUID() };
    return [
      {
        json: await googleApiRequest(context, itemIndex, {
          method: "POST",
          path: "/drive/v3/drives",
          query,
          body,
        }),
      },
    ];
  },
};

const get: ServiceOperation = {
  methods: ["GET"],
  paths: PATHS,
  async each(context, itemIndex) {
    const call = {
      method: "GET",
      path: getPath(context, itemIndex),
      query: getAdminQuery(context, itemIndex),
    } as const;
    return [{ json: await googleApiRequest(context, itemIndex, call) }];
  },
};

const list: ServiceOperation = {
  methods: ["GET"],
  paths: PATHS,
  async each(context, itemIndex) {
    const limit = readFileLimit(context, itemIndex, 100);
    const q = context.text("options.q", itemIndex);
    const query = {
      pageSize: Math.min(limit, PAGE_SIZE),
      ...getAdminQuery(context, itemIndex),
      ...(q !== "" && { q }),
    };
    const call = toGoogleCall({ method: "GET", path: "/drive/v3/drives", query });
    const drives = await requestAllItems(context, itemIndex, call, paginateByToken("drives"), limit);
    return drives.map((json) => ({ json }));
  },
};

const update: ServiceOperation = {
  methods: ["PATCH"],
  paths: PATHS,
  async each(context, itemIndex) {
    const call = {
      method: "PATCH",
      path: getPath(context, itemIndex),
      body: context.object("options", itemIndex),
    } as const;
    return [{ json: await googleApiRequest(context, itemIndex, call) }];
  },
};

const remove: ServiceOperation = {
  methods: ["DELETE"],
  paths: PATHS,
  async each(context, itemIndex) {
    await googleApiRequest(context, itemIndex, { method: "DELETE", path: getPath(context, itemIndex) });
    return [{ json: { success: true } }];
  },
};

export const SHARED_DRIVES: ServiceOperations = {
  "drive.create": create,
  "drive.delete": remove,
  "drive.deleteDrive": remove,
  "drive.get": get,
  "drive.list": list,
  "drive.update": update,
};
