import type { AppScope, ConnectedApp } from "@stoa/contract/connected-apps";

/** What an app can do with each scope at the MCP server, which is the only interface that its tokens open. */
export const APP_SCOPE_TEXTS: Readonly<Record<AppScope, string>> = {
  read: "Find agents, and read their descriptions and your files",
  run: "Run agents, which spends from your balance",
};

type AppOrigin = Pick<ConnectedApp, "verified_host" | "redirect_host" | "is_on_this_device">;

/** Returns who the app is, as far as the server knows. */
export function describeOrigin({ verified_host }: AppOrigin): string {
  return verified_host === null ? "Name not verified" : `Published by ${verified_host}`;
}

/** Returns where the app receives what the user allows. */
export function describeRedirect({ redirect_host, is_on_this_device }: AppOrigin): string {
  return is_on_this_device ? `An app on your device (${redirect_host})` : redirect_host;
}
