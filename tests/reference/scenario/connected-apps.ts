import { postForm, readResource, registerApp } from "../../../server/src/modules/oauth/oauth.fixture.ts";
import { getText, type Part } from "./stage.ts";

/** The example of RFC 7636: a verifier and its challenge. */
const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/** Plays the part in which Grace connects an MCP client, and revokes its access. */
export const connectedApps: Part = async ({ record, grace, server }) => {
  const redirect_uri = "https://editor.example.com/callback";
  const client_id = await registerApp(server, { client_name: "Editor", redirect_uris: [redirect_uri] });
  const request = {
    client_id,
    redirect_uri,
    response_type: "code",
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
    scope: "read run",
    state: "t8Qm2nXc5sJ8dHfGaEoUiPqTyN4x6A",
    resource: await readResource(server),
  };
  await record("connectedApps.checkRequest", { as: grace, query: request });
  await record("connectedApps.checkRequest", {
    as: grace,
    query: { ...request, redirect_uri: "https://elsewhere.example.com/callback" },
    status: 400,
  });
  const body = { request, decision: "allow", limit_per_day: 2 };
  const url = new URL(getText(await record("connectedApps.answerRequest", { as: grace, body }), "return_to"));
  const code = url.searchParams.get("code") ?? "";
  await postForm(server, "/oauth/token", {
    grant_type: "authorization_code",
    code,
    client_id,
    redirect_uri,
    code_verifier: VERIFIER,
  });
  const { apps } = await record("connectedApps.list", { as: grace });
  const params = { id: getText(Object(apps)[0], "id") };
  await record("connectedApps.revoke", { as: grace, params });
  await record("connectedApps.revoke", { as: grace, params, status: 404 });
};
