import type { Problem } from "@stoa/contract/errors";
import { describe, expect, it } from "vitest";
import { HttpError, NetworkError } from "../../lib/http-error.ts";
import { findProblem, getSignInFailure } from "./find-problem.ts";

const good = { username: "mira", email: "mira@example.com", password: "secret1", confirmation: "secret1" };

describe("sign-in and registration fields", () => {
  it.each([
    [{ email: "" }, "Email and password are required"],
    [{ password: "" }, "Email and password are required"],
    [{ username: " " }, "Username is required"],
    [{ confirmation: "other" }, "Passwords do not match"],
    [{ password: "12345", confirmation: "12345" }, "Password must be at least 6 characters long"],
    [{}, null],
  ])("registering with %j fails with %j", (change, text) => {
    expect(findProblem("register", { ...good, ...change })).toBe(text);
  });

  it("signing in needs only email and password", () => {
    expect(findProblem("login", { ...good, username: "", confirmation: "" })).toBeNull();
    expect(findProblem("login", { ...good, password: "" })).toBe("Email and password are required");
  });
});

describe("a refused sign-in", () => {
  const createProblem = (error: Problem["error"], detail: string) => ({
    type: "about:blank",
    title: "",
    status: 409,
    detail,
    error,
    request_id: "r",
  });

  it.each([
    [new HttpError(401, "", null), "Invalid email or password"],
    [new HttpError(409, "", createProblem("email_taken", "x")), "Account with this email already exists"],
    [
      new HttpError(409, "", createProblem("username_taken", "This username is already taken")),
      "This username is already taken",
    ],
    [
      new HttpError(403, "", createProblem("account_suspended", "This account has been suspended")),
      "This account has been suspended",
    ],
    [new HttpError(400, "", null), "Please check your input and try again"],
    [new HttpError(500, "", null), "An error occurred. Please try again later."],
    [new NetworkError("refused"), "Network error. Please check your connection and try again."],
  ])("shows the matching message: %s", (error, text) => {
    expect(getSignInFailure(error)).toBe(text);
  });
});
