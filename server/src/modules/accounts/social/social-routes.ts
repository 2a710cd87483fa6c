import { signInRoutes } from "@stoa/contract";
import type { Mount } from "../../../platform/http/mount.ts";
import { presentSession } from "../present.ts";
import type { Accounts } from "../service.ts";

/** Mounts the routes for signing in with Google and GitHub. */
export function mountSocialRoutes(mount: Mount, accounts: Accounts): void {
  const { cookie, social, linking } = accounts;

  mount.open(signInRoutes.methods, () => accounts.signInMethods());

  mount.open(signInRoutes.start, async ({ params, reply }) => {
    const { url, browserToken } = await social.start(params.provider);
    reply.header("set-cookie", cookie.set(browserToken));
    return { authorization_url: url.href };
  });

  mount.open(signInRoutes.finish, async ({ params, body, request, reply }) => {
    const browserToken = cookie.read(request.headers.cookie);
    const finished = await social.finish(params.provider, browserToken, body, request.network);
    if (finished.outcome === "link_needed")
      return { outcome: "link_needed", email: finished.email, has_password: finished.hasPassword } as const;
    reply.header("set-cookie", cookie.clear());
    const { outcome, session, isNew } = finished;
    return { outcome, session: presentSession(session), is_new: isNew };
  });

  mount.open(signInRoutes.link, async ({ body, request, reply }) => {
    const session = await linking.link(cookie.read(request.headers.cookie), body.password, request.network);
    reply.header("set-cookie", cookie.clear());
    return presentSession(session);
  });

  mount.signedIn(signInRoutes.linked, ({ caller }) => linking.linkedWith(caller.userId));

  mount.signedIn(signInRoutes.unlink, async ({ caller, params }) => {
    await linking.unlink(caller.userId, params.provider);
    return { success: true } as const;
  });
}
