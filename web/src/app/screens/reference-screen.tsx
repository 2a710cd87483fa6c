import { getRouteApi, useLocation } from "@tanstack/react-router";
import { ReferencePage } from "../../features/reference/reference-page.tsx";

const partRoute = getRouteApi("/docs/$part");

/** Shows the chapters that apply to every operation of the API. */
export function ReferenceScreen() {
  const hash = useLocation({ select: (location) => location.hash });
  return <ReferencePage hash={hash} />;
}

/** Shows one section of the API. */
export function ReferencePartScreen() {
  const { part } = partRoute.useParams();
  const hash = useLocation({ select: (location) => location.hash });
  return <ReferencePage part={part} hash={hash} />;
}
