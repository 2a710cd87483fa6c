import { reviewRoutes } from "@stoa/contract";
import type { Mount } from "../../platform/http/mount.ts";
import type { Reviews } from "./reviews.ts";

const DONE = { success: true } as const;

export function mountReviewRoutes(mount: Mount, reviews: Reviews): void {
  mount.open(reviewRoutes.list, ({ caller, params, query: { limit, offset, cursor } }) =>
    reviews.list(params.id, caller, { limit, offset, cursor }),
  );

  mount.signedIn(reviewRoutes.own, ({ caller, params }) => reviews.getOwn(params.id, caller));

  mount.signedIn(reviewRoutes.write, ({ caller, params, body }) => reviews.write(params.id, caller, body));

  mount.signedIn(reviewRoutes.withdraw, async ({ caller, params }) => {
    await reviews.withdraw(params.id, caller);
    return DONE;
  });

  mount.signedIn(reviewRoutes.reply, ({ caller, params, body }) =>
    reviews.reply(params.id, params.review_id, caller, body.text),
  );

  mount.signedIn(reviewRoutes.withdrawReply, async ({ caller, params }) => {
    await reviews.withdrawReply(params.id, params.review_id, caller);
    return DONE;
  });

  mount.signedIn(reviewRoutes.report, async ({ caller, params, body }) => {
    await reviews.report(params.id, params.review_id, caller, body.reason);
    return DONE;
  });
}
