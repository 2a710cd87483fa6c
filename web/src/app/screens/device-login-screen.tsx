import { useNavigate, useSearch } from "@tanstack/react-router";
import { DeviceLoginPage } from "../../features/settings/keys/device-login-page.tsx";
import { parseText } from "../search-params.ts";

/** The longest code that people can mistype. */
const CODE_MAX_LENGTH = 40;

/** Shows /device. Its search is parsed here, so that the first scripts of every page stay small. */
export function DeviceLoginScreen() {
  const search: { readonly code?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <DeviceLoginPage
      code={parseText(search.code, CODE_MAX_LENGTH) ?? ""}
      onCode={(code) => navigate({ to: "/device", search: { code }, replace: true })}
    />
  );
}
