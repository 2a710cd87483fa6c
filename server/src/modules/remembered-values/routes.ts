import { rememberedValueRoutes } from "@stoa/contract";
import type { Mount } from "../../platform/http/mount.ts";
import type { SharedValues, ValuesAboutPerson } from "./owned-values.ts";

const DONE = { success: true } as const;

export function mountRememberedValueRoutes(
  mount: Mount,
  aboutPerson: ValuesAboutPerson,
  shared: SharedValues,
): void {
  const routes = rememberedValueRoutes;
  mount.signedIn(routes.agents, ({ caller }) => aboutPerson.listAgents(caller));
  mount.signedIn(routes.list, ({ caller, params }) => aboutPerson.list(caller, params.id));
  mount.signedIn(routes.remove, async ({ caller, params, query }) => {
    await aboutPerson.remove(caller, params.id, query.key);
    return DONE;
  });
  mount.signedIn(routes.removeOfAgent, async ({ caller, params }) => {
    await aboutPerson.removeOfAgent(caller, params.id);
    return DONE;
  });
  mount.signedIn(routes.removeAll, async ({ caller }) => {
    await aboutPerson.removeAll(caller);
    return DONE;
  });
  mount.signedIn(routes.shared, ({ caller, params }) => shared.list(caller, params.id));
  mount.signedIn(routes.removeShared, async ({ caller, params, query }) => {
    await shared.remove(caller, params.id, query.key);
    return DONE;
  });
  mount.signedIn(routes.removeAllShared, async ({ caller, params }) => {
    await shared.removeAll(caller, params.id);
    return DONE;
  });
}
