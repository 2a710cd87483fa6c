import type { AppRequestParameters } from "@stoa/contract/connected-apps";
import { useLocation } from "@tanstack/react-router";
import { ConsentPage } from "../../features/settings/apps/consent-page.tsx";
import { useDocumentTitle } from "../../lib/use-document-title.ts";

/** Returns the parameters of a request as the app sent them. The server checks them. */
function readParameters(search: string): AppRequestParameters {
  const query = new URLSearchParams(search);
  const read = (name: keyof AppRequestParameters) => query.get(name) ?? undefined;
  return {
    client_id: read("client_id") ?? "",
    redirect_uri: read("redirect_uri") ?? "",
    response_type: read("response_type"),
    code_challenge: read("code_challenge"),
    code_challenge_method: read("code_challenge_method"),
    scope: read("scope"),
    state: read("state"),
    resource: read("resource"),
  };
}

/** Shows /oauth/authorize, to which apps send users to ask for access. */
export function AppConsentScreen() {
  useDocumentTitle("Connect an app");
  return <ConsentPage parameters={readParameters(useLocation({ select: ({ searchStr }) => searchStr }))} />;
}
