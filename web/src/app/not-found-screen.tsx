import { NotFound } from "../components/not-found.tsx";

/** No such page. */
export function NotFoundScreen() {
  return <NotFound title="Page not found" hint="There is no page at this address. It may have moved." />;
}
