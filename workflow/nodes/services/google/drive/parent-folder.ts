import type { NodeContext } from "../../../../model/node-context.ts";
import { located } from "../../resource-locator.ts";
import { idIn } from "../google-locator.ts";

/** How a person's own drive is named in lists. */
const OWN_DRIVE = new Set(["", "My Drive"]);

/** The shared drive that a node names; undefined for one's own. */
export function sharedDrive(context: NodeContext, itemIndex: number, path = "driveId"): string | undefined {
  const { value } = located(context, path, itemIndex);
  return OWN_DRIVE.has(value) ? undefined : idIn(value);
}

/** The folder that something is put into: the root of its drive where none is named. */
export function parentFolder(context: NodeContext, itemIndex: number): string {
  const folder = idIn(located(context, "folderId", itemIndex).value);
  if (folder !== "" && folder !== "root") return folder;
  return sharedDrive(context, itemIndex) ?? "root";
}
