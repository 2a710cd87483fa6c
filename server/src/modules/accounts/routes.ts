import { accountRoutes, type SessionReply } from "@stoa/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { mountKeyRoutes } from "./key-routes.ts";
import { mountLeavingRoutes } from "./leaving/leaving-routes.ts";
import { presentUser } from "./present.ts";
import type { Accounts, Session } from "./service.ts";

function presentSession(session: Session): SessionReply {
  return { access_token: session.token, token_type: "bearer", expires_at: session.expiresAt.toISOString() };
}

export function mountAccountRoutes(mount: Mount, accounts: Accounts): void {
  mountKeyRoutes(mount, accounts);
  mountLeavingRoutes(mount, accounts);

  mount.open(accountRoutes.register, async ({ body, request }) =>
    presentSession(await accounts.register(body, request.ip)),
  );

  mount.open(accountRoutes.login, async ({ body, request }) =>
    presentSession(await accounts.login(body, request.ip)),
  );

  mount.signedIn(accountRoutes.me, async ({ caller }) => {
    const { user, apiKey } = await accounts.me(caller);
    return presentUser(user, apiKey);
  });

  mount.signedIn(accountRoutes.updateMe, async ({ caller, body }) => {
    const { user, apiKey } = await accounts.changeEmail(caller, body.email);
    return presentUser(user, apiKey);
  });

  mount.signedIn(accountRoutes.refreshApiKey, async ({ caller }) => ({
    api_key: await accounts.refreshApiKey(caller),
  }));
}
