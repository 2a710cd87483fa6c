import type pg from "pg";
import type { Signer } from "../../platform/crypto/signer.ts";
import { defineModule } from "../../platform/module.ts";
import type { AgentDirectory } from "../catalog/index.ts";
import { serveFramePage } from "./frame-page.ts";
import { allowOtherOrigins, mountWidgetRoutes } from "./routes.ts";
import { VisitorChats, type VisitorChatsOptions } from "./visitor-chats.ts";
import { VisitorLimits } from "./visitor-limits.ts";
import { type FindPublishableKey, VisitorSessions } from "./visitor-sessions.ts";

export interface WidgetsDeps extends Omit<VisitorChatsOptions, "limits"> {
  publishableKeys: FindPublishableKey & VisitorChatsOptions["publishableKeys"];
  directory: Pick<AgentDirectory, "get">;
  signer: Signer;
  pool: pg.Pool;
  /** The public URL of this server, without a trailing slash. */
  publicUrl: string;
  /** The folder of the built web app. */
  site: string;
}

/** Creates the module with which web pages embed agents as a chat: the page of the frame, and the calls of its visitors. */
export function createWidgets(deps: WidgetsDeps) {
  const sessions = new VisitorSessions(deps);
  const chats = new VisitorChats({ ...deps, limits: new VisitorLimits(deps.pool) });
  return defineModule({
    api: {},
    protocols: [
      {
        prefix: "/embed",
        serve(app, mount) {
          allowOtherOrigins(app);
          mountWidgetRoutes(mount, { sessions, chats });
          serveFramePage(app, mount, { ...deps, sessions });
        },
      },
    ],
  });
}
