import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";
import type { AppError } from "../../platform/http/app-error.ts";
import { toAppError } from "../../platform/http/error-handler.ts";
import type { Mount } from "../../platform/http/mount.ts";
import { parseClientMetadata } from "./client-metadata.ts";
import { FormParameters, readForms } from "./form-body.ts";
import { OauthError } from "./oauth-error.ts";
import type { Registrations } from "./registrations.ts";
import type { Tokens } from "./tokens.ts";

/** Requests without a signed-in person count toward the limit of sign-ins of their address. */
const ADMITS = { method: "POST", auth: "public" } as const;

/** Registrations have a few redirect URIs, and may contain a logo. */
const REGISTRATION_MAX_BYTES = 64 * 1024;

interface TokenServices {
  tokens: Tokens;
  registrations: Registrations;
}

/** Mounts the endpoints that apps call, below `/oauth`. */
export function mountTokenRoutes(
  app: FastifyInstance,
  mount: Mount,
  { tokens, registrations }: TokenServices,
): void {
  sendErrorsAsOauth(app);
  readForms(app);
  const onRequest = mount.admit(ADMITS);
  app.post("/token", { onRequest }, async ({ body }, reply) =>
    sendSecret(reply, await issueTokens(tokens, new FormParameters(body))),
  );
  app.post("/revoke", { onRequest }, async ({ body }, reply) => {
    const form = new FormParameters(body);
    await tokens.revoke(form.read("token"), form.find("client_id"));
    return sendSecret(reply, {});
  });
  app.post("/register", { onRequest, bodyLimit: REGISTRATION_MAX_BYTES }, async ({ body, network }, reply) =>
    sendSecret(reply.status(201), await registrations.register(parseClientMetadata(body), network)),
  );
}

async function issueTokens(tokens: Tokens, form: FormParameters) {
  const type = form.read("grant_type");
  const [clientId, resource] = [form.read("client_id"), form.find("resource")];
  if (type === "refresh_token")
    return tokens.refresh({ refreshToken: form.read("refresh_token"), clientId, resource });
  if (type !== "authorization_code")
    throw new OauthError("unsupported_grant_type", "grant_type must be authorization_code or refresh_token");
  return tokens.exchange({
    code: form.read("code"),
    redirectUri: form.read("redirect_uri"),
    codeVerifier: readVerifier(form),
    ...{ clientId, resource },
  });
}

function readVerifier(form: FormParameters): string {
  const verifier = form.read("code_verifier");
  if (!/^[\w.~-]{43,128}$/.test(verifier))
    throw new OauthError("invalid_request", "code_verifier must have 43 to 128 characters (PKCE)");
  return verifier;
}

/** Sends a reply that no cache may keep. */
function sendSecret(reply: FastifyReply, body: object): FastifyReply {
  return reply.header("cache-control", "no-store").type("application/json").send(JSON.stringify(body));
}

/** Sends errors in the form of RFC 6749: `error` and `error_description`. */
export function sendErrorsAsOauth(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError | OauthError, request, reply) => {
    if (error instanceof OauthError)
      return sendSecret(reply.status(400), { error: error.code, error_description: error.message });
    const known = toAppError(error);
    if (known.status >= 500) request.log.error({ err: error }, "failed to answer an OAuth request");
    // The body could not be read, or is of a type that the endpoint does not take.
    const code = known.status < 500 && known.status !== 429 ? "invalid_request" : known.code;
    return sendSecret(reply.status(known.status).headers(known.headers), {
      error: code,
      error_description: known.message,
    });
  });
}
