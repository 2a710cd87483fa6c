import { getRouteApi } from "@tanstack/react-router";
import { NotificationsPage } from "../../features/notifications/notifications-page.tsx";

const route = getRouteApi("/session/notifications");

/** Shows /notifications. */
export function NotificationsScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <NotificationsPage
      search={search}
      onSearch={(next) => navigate({ search: { ...next }, replace: true, resetScroll: false })}
    />
  );
}
