import type { InspectReply, UploadCheck } from "@stoa/contract/uploads";
import { expect, it } from "vitest";
import { HttpError } from "../../../lib/http-error.ts";
import { getShownChecks } from "./shown-checks.ts";

const check = (name: UploadCheck["name"], status: UploadCheck["status"]): UploadCheck => ({
  name,
  label: name,
  status,
  detail: "",
});
const inspection: InspectReply = {
  framework: "stoa",
  suggested: { name: null, description: null },
  input_params: [],
  output_nodes: [],
  output_node: null,
  price_advice: {
    model_cost_per_1000_tokens: 0,
    lowest_price_per_token: 0,
    suggested_price_per_token: 0.00001,
    share_percent: 70,
  },
  checks: [check("syntax", "passed"), check("trial_run", "skipped")],
};
const getStates = (checks: readonly { status: string }[]) => checks.map(({ status }) => status);

it("shows the trial run as in progress while the file is uploaded", () => {
  expect(getStates(getShownChecks(inspection, null, false))).toEqual(["passed", "skipped"]);
  expect(getStates(getShownChecks(inspection, null, true))).toEqual(["passed", "running"]);
});

it("shows the checks of a refused upload instead of the checks of the inspected file", () => {
  const checks = [check("syntax", "passed"), check("trial_run", "failed")];
  const problem = {
    type: "about:blank",
    title: "Bad Request",
    status: 400,
    detail: "",
    error: "upload_refused" as const,
    request_id: "r",
    checks,
  };
  const refusal = new HttpError(400, "Bad Request", problem);
  expect(getStates(getShownChecks(inspection, refusal, false))).toEqual(["passed", "failed"]);
});

it("shows nothing until a file is chosen", () => {
  expect(getShownChecks(undefined, null, true)).toEqual([]);
});
