import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { PlanType } from "./plans.ts";
import { defineRoute } from "./routes.ts";
import { TEXTS } from "./texts.ts";
import { isStorable, NOT_STORABLE, Timestamp } from "./values.ts";

const required = (text: string) => z.string({ error: text });

/** Spaces around an address are never part of it. */
const Email = required(TEXTS.signIn.required)
  .trim()
  .min(1, TEXTS.signIn.required)
  .max(LIMITS.emailMaxLength, `An email address has at most ${LIMITS.emailMaxLength} characters`)
  .pipe(z.email({ error: "Please enter a valid email address" }));

/** Reading 21. */
export const Username = required(TEXTS.register.usernameRequired)
  .trim()
  .min(1, TEXTS.register.usernameRequired)
  .min(LIMITS.usernameMinLength, `A username has at least ${LIMITS.usernameMinLength} characters`)
  .max(LIMITS.usernameMaxLength, `A username has at most ${LIMITS.usernameMaxLength} characters`)
  .regex(/^[A-Za-z0-9_-]+$/, "A username consists of letters, digits, - and _");

export const NewPassword = required(TEXTS.signIn.required)
  .min(1, TEXTS.signIn.required)
  .min(LIMITS.passwordMinLength, TEXTS.register.passwordShort)
  .max(LIMITS.passwordMaxLength, `A password has at most ${LIMITS.passwordMaxLength} characters`);

export const LoginRequest = z
  .strictObject({
    email: required(TEXTS.signIn.required)
      .trim()
      .min(1, TEXTS.signIn.required)
      .max(LIMITS.emailMaxLength)
      .refine(isStorable, NOT_STORABLE),
    password: required(TEXTS.signIn.required).min(1, TEXTS.signIn.required).max(LIMITS.passwordMaxLength),
  })
  .meta({ id: "LoginRequest" });
export type LoginRequest = z.infer<typeof LoginRequest>;

export const RegisterRequest = z
  .strictObject({ username: Username, email: Email, password: NewPassword })
  .meta({ id: "RegisterRequest" });
export type RegisterRequest = z.infer<typeof RegisterRequest>;

/** Section 3, User. */
export const User = z
  .object({
    id: z.string(),
    username: z.string(),
    email: z.string(),
    plan_type: PlanType,
    api_key: z.string(),
    is_active: z.boolean(),
    created_at: Timestamp,
  })
  .meta({ id: "User" });
export type User = z.infer<typeof User>;

export const SessionReply = z
  .object({ access_token: z.string(), token_type: z.literal("bearer"), expires_at: Timestamp })
  .meta({ id: "Session" });
export type SessionReply = z.infer<typeof SessionReply>;

export const UpdateMeRequest = z.strictObject({ email: Email }).meta({ id: "UpdateMeRequest" });
export const ApiKeyReply = z.object({ api_key: z.string() }).meta({ id: "ApiKey" });

export const accountRoutes = {
  register: defineRoute({
    method: "POST",
    path: "/users/register",
    auth: "public",
    tag: "Accounts",
    summary: "Create an account",
    body: RegisterRequest,
    status: 201,
    reply: SessionReply,
    fails: [409, 429],
  }),
  login: defineRoute({
    method: "POST",
    path: "/users/login",
    auth: "public",
    tag: "Accounts",
    summary: "Sign in",
    body: LoginRequest,
    status: 200,
    reply: SessionReply,
    fails: [401, 429],
  }),
  me: defineRoute({
    method: "GET",
    path: "/users/me",
    auth: "session",
    tag: "Accounts",
    summary: "The signed-in user",
    status: 200,
    reply: User,
    fails: [401],
  }),
  updateMe: defineRoute({
    method: "PUT",
    path: "/users/me",
    auth: "session",
    tag: "Accounts",
    summary: "Change one's email address",
    body: UpdateMeRequest,
    status: 200,
    reply: User,
    fails: [401, 409],
  }),
  refreshApiKey: defineRoute({
    method: "POST",
    path: "/users/refresh-api-key",
    auth: "session",
    tag: "Accounts",
    summary: "Replace the API key; the old one stops working",
    status: 200,
    reply: ApiKeyReply,
    fails: [401],
  }),
} as const;
