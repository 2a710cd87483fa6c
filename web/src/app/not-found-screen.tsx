import { NotFound } from "../components/not-found.tsx";

/** Says that the page does not exist. */
export function NotFoundScreen() {
  return <NotFound title="Page not found" hint="There is no page at this URL. It may have moved." />;
}
