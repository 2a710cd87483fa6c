import { scheduleRoutes, sdkScheduleRoutes } from "@stoa/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { type RunNowOptions, runNow } from "./run-now.ts";
import type { Schedules } from "./schedules.ts";

export function mountScheduleRoutes(mount: Mount, schedules: Schedules, starts: RunNowOptions): void {
  for (const routes of [scheduleRoutes, sdkScheduleRoutes]) {
    mount.signedIn(routes.list, ({ caller, query }) => schedules.list(caller, query));
    mount.signedIn(routes.create, ({ caller, body }) => schedules.create(caller, body));
    mount.signedIn(routes.get, ({ caller, params }) => schedules.get(caller, params.id));
    mount.signedIn(routes.update, ({ caller, params, body }) => schedules.update(caller, params.id, body));
    mount.signedIn(routes.remove, async ({ caller, params }) => {
      await schedules.remove(caller, params.id);
      return { success: true } as const;
    });
    mount.signedIn(routes.pause, ({ caller, params }) => schedules.pause(caller, params.id));
    mount.signedIn(routes.resume, ({ caller, params }) => schedules.resume(caller, params.id));
    mount.signedIn(routes.run, ({ caller, params }) => runNow(starts, caller, params.id));
    mount.signedIn(routes.history, ({ caller, params, query }) =>
      schedules.history(caller, params.id, query),
    );
  }
}
