import { expect, test } from "vitest";
import { HttpError } from "../../../lib/http-error.ts";
import { fieldFailures, spokenFailure } from "./connector-failure.ts";

function refusal(status: number, errors: { field: string; message: string }[] = []): HttpError {
  const detail = "What the server said";
  const words = { type: "about:blank", title: "", status, detail, error: "invalid_request" as const };
  return new HttpError(status, "", { ...words, request_id: "req", errors });
}

test("shows the server's text, or the fixed text if there is none", () => {
  expect(spokenFailure(refusal(409), "Fixed")).toBe("What the server said");
  expect(spokenFailure(new TypeError("no network"), "Fixed")).toBe("Fixed");
});

test("a server error of a field shows at that field of the form", () => {
  const error = refusal(400, [
    { field: "base_url", message: "must begin with https://" },
    { field: "usage_quota", message: "too much" },
    { field: "elsewhere", message: "not in the form" },
  ]);
  expect(fieldFailures(error, ["access_token", "base_url"])).toEqual({
    base_url: "must begin with https://",
    quota: "too much",
  });
  expect(fieldFailures(refusal(409), ["api_key"])).toEqual({});
});
