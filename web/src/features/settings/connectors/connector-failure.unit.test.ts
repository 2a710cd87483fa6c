import { expect, test } from "vitest";
import { HttpError } from "../../../lib/http-error.ts";
import { describeFailure, getFieldFailures } from "./connector-failure.ts";

function createRefusal(status: number, errors: { field: string; message: string }[] = []): HttpError {
  const detail = "What the server said";
  const problem = { type: "about:blank", title: "", status, detail, error: "invalid_request" as const };
  return new HttpError(status, "", { ...problem, request_id: "req", errors });
}

test("shows the server's text, or the fixed text if there is none", () => {
  expect(describeFailure(createRefusal(409), "Fixed")).toBe("What the server said");
  expect(describeFailure(new TypeError("no network"), "Fixed")).toBe("Fixed");
});

test("a server error about a field is shown at that field of the form", () => {
  const error = createRefusal(400, [
    { field: "base_url", message: "must begin with https://" },
    { field: "usage_quota", message: "too much" },
    { field: "elsewhere", message: "not in the form" },
  ]);
  expect(getFieldFailures(error, ["access_token", "base_url"])).toEqual({
    base_url: "must begin with https://",
    quota: "too much",
  });
  expect(getFieldFailures(createRefusal(409), ["api_key"])).toEqual({});
});
