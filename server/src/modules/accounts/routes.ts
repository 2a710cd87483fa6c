import { accountRoutes } from "@stoa/contract";
import { sessionTokenOf } from "../../platform/http/credentials.ts";
import type { Mount } from "../../platform/http/mount.ts";
import { mountKeyRoutes } from "./key-routes.ts";
import { mountPersonalDataRoutes } from "./personal-data/personal-data-routes.ts";
import { presentSession, presentUser } from "./present.ts";
import { mountRecoveryRoutes } from "./recovery/recovery-routes.ts";
import type { Accounts } from "./service.ts";
import { mountSocialRoutes } from "./social/social-routes.ts";

export function mountAccountRoutes(mount: Mount, accounts: Accounts): void {
  mountKeyRoutes(mount, accounts);
  mountPersonalDataRoutes(mount, accounts);
  mountRecoveryRoutes(mount, accounts);
  mountSocialRoutes(mount, accounts);

  mount.open(accountRoutes.register, async ({ body, request }) =>
    presentSession(await accounts.register(body, request.network)),
  );

  mount.open(accountRoutes.login, async ({ body, request }) =>
    presentSession(await accounts.login(body, request.network)),
  );

  mount.signedIn(accountRoutes.me, async ({ caller }) => {
    const { user, apiKey } = await accounts.me(caller);
    return presentUser(user, apiKey);
  });

  mount.signedIn(accountRoutes.updateMe, async ({ caller, body, request }) => {
    const from = { network: request.network, sessionToken: sessionTokenOf(request) };
    await accounts.emails.ask(caller, body, from);
    const { user, apiKey } = await accounts.me(caller);
    return presentUser(user, apiKey);
  });

  mount.signedIn(accountRoutes.changePassword, async ({ caller, body, request }) => {
    const from = { network: request.network, sessionToken: sessionTokenOf(request) };
    await accounts.passwordChange.change(caller, body, from);
    return { success: true } as const;
  });

  mount.signedIn(accountRoutes.refreshApiKey, async ({ caller }) => ({
    api_key: await accounts.refreshApiKey(caller),
  }));
}
