import { getRouteApi, useLocation } from "@tanstack/react-router";
import { ReferencePage } from "../../features/reference/reference-page.tsx";

const partRoute = getRouteApi("/docs/$part");

/** Options for the whole API client. */
export function ReferenceScreen() {
  const hash = useLocation({ select: (location) => location.hash });
  return <ReferencePage hash={hash} />;
}

/** One part of it. */
export function ReferencePartScreen() {
  const { part } = partRoute.useParams();
  const hash = useLocation({ select: (location) => location.hash });
  return <ReferencePage part={part} hash={hash} />;
}
