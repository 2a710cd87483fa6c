import type { NodeType } from "../../model/node-type.ts";

const notHere = (type: string, why: string, versions: readonly number[] = [1, 1.1, 1.2]): NodeType => ({
  types: [`n8n-nodes-base.${type}`],
  versions,
  unsupported: () => why,
});

/** Nodes that reach for a machine of their author's, which a run here has not. */
export const NODES_OF_A_MACHINE: readonly NodeType[] = [
  notHere(
    "executeCommand",
    "runs a command on the machine of its n8n, and agents here have none: do the work in a Code node",
  ),
  notHere("ssh", "signs in at a machine by SSH, which agents here cannot: ask it by HTTP"),
  notHere("ftp", "fetches files by FTP, which agents here cannot: fetch them by HTTP Request"),
  notHere(
    "git",
    "works on a repository on the disk of its n8n, and agents here have none: ask its host by HTTP",
  ),
  notHere(
    "editImage",
    "edits pictures with a program on the machine of its n8n, and agents here have none: ask a service by HTTP Request",
  ),
];
