import type { NodeType } from "../../model/node-type.ts";
import { httpRequest } from "./http-request.ts";

/** Requests to other servers. */
export const HTTP_NODES: readonly NodeType[] = [httpRequest];
