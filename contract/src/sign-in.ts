import * as z from "zod";
import { SessionReply } from "./accounts.ts";
import { Email, NewPassword } from "./credentials.ts";
import { LIMITS } from "./limits.ts";
import { defineRoute } from "./routes.ts";
import { SIGN_IN_PROVIDERS, SIGN_IN_TEXTS } from "./sign-in-texts.ts";
import { Ok, Timestamp, Usd } from "./values.ts";

/** The sign-in methods that this server has enabled, so that screens offer only those. */
export const SignInMethods = z
  .object({
    google: z.boolean(),
    github: z.boolean(),
    /** Whether links are sent by email. If not, they are written to the server's log. */
    mail: z.boolean(),
    password_min_length: z.int(),
  })
  .meta({ id: "SignInMethods" });
export type SignInMethods = z.infer<typeof SignInMethods>;

/** Valid tokens have 43 characters. Any other token gets the same response as an expired one. */
const LinkToken = z.string().min(1, SIGN_IN_TEXTS.linkInvalid).max(200, SIGN_IN_TEXTS.linkInvalid);

export const ForgotPasswordRequest = z.strictObject({ email: Email }).meta({ id: "ForgotPasswordRequest" });

export const ResetPasswordRequest = z
  .strictObject({ token: LinkToken, password: NewPassword })
  .meta({ id: "ResetPasswordRequest" });
export type ResetPasswordRequest = z.infer<typeof ResetPasswordRequest>;

export const ConfirmEmailRequest = z.strictObject({ token: LinkToken }).meta({ id: "ConfirmEmailRequest" });
export const ConfirmEmailReply = z
  .object({
    email: z.string(),
    starting_credits: Usd.meta({ description: "Credits that this confirmation added, in USD; 0 if none" }),
  })
  .meta({ id: "ConfirmEmailReply" });

const ProviderParams = z.object({ provider: z.enum(SIGN_IN_PROVIDERS) });

export const StartedSignIn = z.object({ authorization_url: z.url() }).meta({ id: "StartedSignIn" });

/** The query of the provider's redirect. Google's codes have about 70 characters, GitHub's 20. */
export const FinishSignInRequest = z
  .strictObject({
    state: z.string().min(1).max(200),
    code: z.string().min(1).max(2048).optional(),
    iss: z.string().max(200).optional(),
    error: z.string().max(200).optional(),
  })
  .meta({ id: "FinishSignInRequest" });
export type FinishSignInRequest = z.infer<typeof FinishSignInRequest>;

export const FinishedSignIn = z
  .discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("signed_in"), session: SessionReply, is_new: z.boolean() }),
    /** An account with this email address already exists. The user must enter its password to link the provider. */
    z.object({ outcome: z.literal("link_needed"), email: z.string(), has_password: z.boolean() }),
  ])
  .meta({ id: "FinishedSignIn" });
export type FinishedSignIn = z.infer<typeof FinishedSignIn>;

export const LinkSignInRequest = z
  .strictObject({
    password: z.string().min(1, SIGN_IN_TEXTS.passwordRequired).max(LIMITS.passwordMaxLength),
  })
  .meta({ id: "LinkSignInRequest" });

export const LinkedSignIns = z
  .object({
    sign_ins: z.array(
      z.object({
        provider: z.enum(SIGN_IN_PROVIDERS),
        email: z.string().meta({ description: "Email address at the provider when the account was linked" }),
        linked_at: Timestamp,
        last_used_at: Timestamp,
      }),
    ),
  })
  .meta({ id: "LinkedSignIns" });
export type LinkedSignIns = z.infer<typeof LinkedSignIns>;

export const signInRoutes = {
  methods: defineRoute({
    method: "GET",
    path: "/users/sign-in-methods",
    auth: "public",
    tag: "Accounts",
    summary: "List sign-in options",
    status: 200,
    reply: SignInMethods,
  }),
  forgotPassword: defineRoute({
    method: "POST",
    path: "/users/forgot-password",
    auth: "public",
    tag: "Accounts",
    summary: "Request a password reset",
    body: ForgotPasswordRequest,
    status: 200,
    reply: Ok,
  }),
  resetPassword: defineRoute({
    method: "POST",
    path: "/users/reset-password",
    auth: "public",
    tag: "Accounts",
    summary: "Reset your password",
    body: ResetPasswordRequest,
    status: 200,
    reply: Ok,
  }),
  confirmEmail: defineRoute({
    method: "POST",
    path: "/users/confirm-email",
    auth: "public",
    tag: "Accounts",
    summary: "Confirm an email address",
    body: ConfirmEmailRequest,
    status: 200,
    reply: ConfirmEmailReply,
    fails: [409],
  }),
  resendConfirmation: defineRoute({
    method: "POST",
    path: "/users/resend-confirmation",
    auth: "session",
    tag: "Accounts",
    summary: "Resend the confirmation email",
    status: 200,
    reply: Ok,
    fails: [401, 409, 429],
  }),
  start: defineRoute({
    method: "POST",
    path: "/users/sign-in/:provider/start",
    auth: "public",
    tag: "Accounts",
    summary: "Start a sign-in with a provider",
    params: ProviderParams,
    status: 200,
    reply: StartedSignIn,
    fails: [404, 503],
  }),
  finish: defineRoute({
    method: "POST",
    path: "/users/sign-in/:provider/finish",
    auth: "public",
    tag: "Accounts",
    summary: "Finish a sign-in with a provider",
    params: ProviderParams,
    body: FinishSignInRequest,
    status: 200,
    reply: FinishedSignIn,
    fails: [403, 404, 503],
  }),
  link: defineRoute({
    method: "POST",
    path: "/users/sign-in/link",
    auth: "public",
    tag: "Accounts",
    summary: "Link a sign-in to an account",
    body: LinkSignInRequest,
    status: 200,
    reply: SessionReply,
    fails: [401, 403],
  }),
  linked: defineRoute({
    method: "GET",
    path: "/users/linked-sign-ins",
    auth: "session",
    tag: "Accounts",
    summary: "List linked accounts",
    status: 200,
    reply: LinkedSignIns,
    fails: [401],
  }),
  unlink: defineRoute({
    method: "DELETE",
    path: "/users/linked-sign-ins/:provider",
    auth: "session",
    tag: "Accounts",
    summary: "Unlink an account",
    params: ProviderParams,
    status: 200,
    reply: Ok,
    fails: [401, 404, 409],
  }),
} as const;
