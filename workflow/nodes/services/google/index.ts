import type { NodeType } from "../../../model/node-type.ts";
import { googleCalendar } from "./calendar/google-calendar.ts";
import { googleDocs } from "./docs/google-docs.ts";
import { googleDrive } from "./drive/google-drive.ts";
import { gmail } from "./gmail/gmail.ts";
import { googleSheets } from "./sheets/google-sheets.ts";

/** Nodes of Google's services. They use the connector `google`. */
export const GOOGLE_NODES: readonly NodeType[] = [
  gmail,
  googleCalendar,
  googleDocs,
  googleDrive,
  googleSheets,
];
