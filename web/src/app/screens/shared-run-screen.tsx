import { getRouteApi } from "@tanstack/react-router";
import { SharedRunPage } from "../../features/shared-run/shared-run-page.tsx";

const route = getRouteApi("/shared-runs/$token");

/** Shows /shared-runs/{token}, which everyone can read. */
export function SharedRunScreen() {
  const { token } = route.useParams();
  return <SharedRunPage key={token} token={token} />;
}
