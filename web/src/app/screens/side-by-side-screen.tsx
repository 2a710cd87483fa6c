import { getRouteApi } from "@tanstack/react-router";
import { SideBySidePage } from "../../features/side-by-side/side-by-side-page.tsx";

const route = getRouteApi("/session/side-by-side");

/** Shows /side-by-side; the two agents are in the URL. */
export function SideBySideScreen() {
  const { left, right } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <SideBySidePage
      left={left}
      right={right}
      onChoose={(search) => navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
