import * as z from "zod";
import { LIMITS } from "./limits.ts";
import { TEXTS } from "./texts.ts";
import { isStorable, NOT_STORABLE } from "./values.ts";

const createRequiredString = (text: string) => z.string({ error: text });

/** Spaces around an email address are trimmed. */
export const Email = createRequiredString(TEXTS.signIn.required)
  .trim()
  .min(1, TEXTS.signIn.required)
  .max(LIMITS.emailMaxLength, `Email address must be at most ${LIMITS.emailMaxLength} characters long`)
  .pipe(z.email({ error: "Please enter a valid email address" }));

/** See docs/product-rules.md#usernames. */
export const Username = createRequiredString(TEXTS.register.usernameRequired)
  .trim()
  .min(1, TEXTS.register.usernameRequired)
  .min(LIMITS.usernameMinLength, `Username must be at least ${LIMITS.usernameMinLength} characters long`)
  .max(LIMITS.usernameMaxLength, `Username must be at most ${LIMITS.usernameMaxLength} characters long`)
  .regex(/^[A-Za-z0-9_-]+$/, "Username can only contain letters, numbers, - and _")
  // Deleted accounts get names with this prefix.
  .regex(/^(?!deleted-)/i, "Username must not start with deleted-");

export const NewPassword = createRequiredString(TEXTS.signIn.required)
  .min(1, TEXTS.signIn.required)
  .min(LIMITS.passwordMinLength, TEXTS.register.passwordShort)
  .max(LIMITS.passwordMaxLength, `Password must be at most ${LIMITS.passwordMaxLength} characters long`);

export const LoginRequest = z
  .strictObject({
    email: createRequiredString(TEXTS.signIn.required)
      .trim()
      .min(1, TEXTS.signIn.required)
      .max(LIMITS.emailMaxLength)
      .refine(isStorable, NOT_STORABLE),
    password: createRequiredString(TEXTS.signIn.required)
      .min(1, TEXTS.signIn.required)
      .max(LIMITS.passwordMaxLength),
  })
  .meta({ id: "LoginRequest" });
export type LoginRequest = z.infer<typeof LoginRequest>;

export const RegisterRequest = z
  .strictObject({ username: Username, email: Email, password: NewPassword })
  .meta({ id: "RegisterRequest" });
export type RegisterRequest = z.infer<typeof RegisterRequest>;
