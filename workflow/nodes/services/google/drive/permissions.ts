import { isObject } from "../../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import type { ServiceQuery } from "../../service-call.ts";
import type { ServiceOperation } from "../../service-node.ts";
import { askGoogle } from "../ask-google.ts";
import { googleId } from "../google-locator.ts";
import { ALL_DRIVES, filePath } from "./drive-api.ts";

const IN_QUERY = [
  "emailMessage",
  "sendNotificationEmail",
  "transferOwnership",
  "moveToNewOwnersRoot",
  "useDomainAdminAccess",
  "enforceSingleParent",
];

function permissionOf(context: NodeContext, itemIndex: number): JsonObject {
  const given = context.parameter("permissionsUi.permissionsValues", itemIndex);
  const first = Array.isArray(given) ? given[0] : given;
  const permission = isObject(first) ? first : {};
  return Object.fromEntries(Object.entries(permission).filter(([, value]) => value !== ""));
}

/** Gives people access to a file or a folder. */
export function share(parameter: string, what: string): ServiceOperation {
  return {
    methods: ["POST"],
    paths: ["/drive/v3/files/*/permissions"],
    async each(context, itemIndex): Promise<Item[]> {
      const id = googleId(context, parameter, itemIndex, what);
      const options = context.object("options", itemIndex);
      const query: ServiceQuery = {
        ...ALL_DRIVES,
        ...Object.fromEntries(
          IN_QUERY.filter((name) => options[name] !== undefined && options[name] !== "").map((name) => [
            name,
            toText(options[name]),
          ]),
        ),
      };
      const body = permissionOf(context, itemIndex);
      const path = filePath(id, "/permissions");
      return [{ json: await askGoogle(context, itemIndex, { method: "POST", path, query, body }) }];
    },
  };
}
