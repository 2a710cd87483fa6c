import { getRouteApi } from "@tanstack/react-router";
import { DeviceLoginPage } from "../../features/settings/keys/device-login-page.tsx";

const route = getRouteApi("/session/device");

/** Shows /device. */
export function DeviceLoginScreen() {
  const { code = "" } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <DeviceLoginPage code={code} onCode={(next) => navigate({ search: { code: next }, replace: true })} />
  );
}
