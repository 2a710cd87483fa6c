import { randomBytes } from "node:crypto";

/** 72 bits tell the processes of a fleet and of a year apart. */
const PROCESS = randomBytes(9).toString("hex");
let last = 0;

/** A name for one request: this process's, and a count. Much cheaper than a UUID, and as unlikely to meet another. */
export function newRequestId(): string {
  last += 1;
  return `req_${PROCESS}${last.toString(16).padStart(14, "0")}`;
}
