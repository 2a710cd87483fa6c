import type { NodeType } from "../../../model/node-type.ts";
import { gmail } from "./gmail/gmail.ts";
import { googleSheets } from "./sheets/google-sheets.ts";

/** Nodes of Google's services; all of them ask with the connector `google`. */
export const GOOGLE_NODES: readonly NodeType[] = [gmail, googleSheets];
