import { afterAll, describe, expect, it } from "vitest";
import { useTestServer } from "../harness/server.ts";
import { findRowsBelow, runSample } from "./samples.ts";
import { startScriptedModel } from "./scripted-model.ts";

const CLAIM = `2026-03-02, Hotel Adler one night, 214.00, receipt
2026-03-02, Dinner with the client, 92.50, receipt
2026-03-03, Taxi to the airport, 48.00, no receipt
2026-03-04, Taxi to the airport, 48.00, no receipt
2026-03-03, Minibar wine, 19.00, receipt
2026-03-07, Fuel, 100, no receipt

Policy: Meals 60 per day. Hotel 180 per night. Receipts needed above 25. No wine or minibar.`;

const FINDINGS = [
  ["6", "No receipt", "Fuel for 100.00 has no receipt", "100.00"],
  ["3", "No receipt", "Taxi to the airport for 48.00 has no receipt", "48.00"],
  ["4", "No receipt", "Taxi to the airport for 48.00 has no receipt", "48.00"],
  ["4", "Possible duplicate", "Taxi to the airport for 48.00 looks like line 3 again", "48.00"],
  [
    "1",
    "Over the limit",
    "hotel on 2026-03-02 cost 214.00, the policy allows 180.00 a night, 34.00 too much",
    "34.00",
  ],
  [
    "2",
    "Over the limit",
    "meals on 2026-03-02 cost 92.50, the policy allows 60.00 a day, 32.50 too much",
    "32.50",
  ],
  ["5", "Excluded", "Minibar wine for 19.00 is excluded by the policy: wine", "19.00"],
  ["6", "Weekend", "Fuel for 100.00 fell on a Saturday", "0.00"],
  ["6", "Round sum", "Fuel for 100.00 is a round sum without a receipt seen", "0.00"],
];

const APPLICATION = `CV:
Mira Novak, data analyst in Graz
2019 - 2021 Data analyst at Alpenstrom: built dashboards in Power BI.
Wrote SQL and Python to clean meter data.

Job:
- At least 5 years of experience in data analysis
- Strong SQL and Python
- Dashboards in Power BI or Tableau
- Experience with Snowflake is a plus`;

const MATCHES = [
  ["At least 5 years of experience in data analysis", "partly", "Mira Novak, data analyst in Graz"],
  ["Strong SQL and Python", "met", "Wrote SQL and Python to clean meter data."],
  [
    "Dashboards in Power BI or Tableau",
    "met",
    "2019 - 2021 Data analyst at Alpenstrom: built dashboards in Power BI.",
  ],
  ["Experience with Snowflake is a plus *(optional)*", "missing", "nothing found"],
];

describe("without a provider", () => {
  const server = useTestServer();

  it("Expense Auditor computes every finding and quotes some in its remark", async () => {
    const { output, result, steps } = await runSample(server(), "expense-auditor", { message: CLAIM });
    expect(output).toContain("## 281.50 of 521.50 should be questioned\n\n## The auditor's remark\n\n- ");
    expect(findRowsBelow(output, "Findings")).toEqual(FINDINGS);
    expect(findRowsBelow(output, "Sums").map(([kind, , sum]) => [kind, sum])).toEqual([
      ["hotel", "214.00"],
      ["travel", "100.00"],
      ["taxi", "96.00"],
      ["meals", "92.50"],
      ["other", "19.00"],
    ]);
    expect(output).toContain(
      "**Rules that were read:** meals 60.00 a day; hotel 180.00 a night; receipts above 25.00; no wine; no minibar.",
    );
    expect(steps.map((step) => step.split(":")[0])).toEqual(["message ledger", "message auditor"]);
    expect(result).toMatchObject({ success: true });
    expect(result.tokens_used).toBeGreaterThan(100);
  });

  it("Job Match Board finds a line for each requirement and writes a profile in the CV's own words", async () => {
    const { output } = await runSample(server(), "job-match-board", { message: APPLICATION });
    expect(output).toContain("## 71 of 100: 2 of 4 requirements met");
    expect(findRowsBelow(output, "Requirement by requirement")).toEqual(MATCHES);
    expect(output).toContain("5 years (the CV's dates add up to 2)");
    expect(output).toContain("not in the CV: Snowflake");
    const profile = String(output).split("## Profile for this application\n\n")[1]?.split("\n\n")[0] ?? "";
    for (const sentence of profile.split(/(?<=\.) /))
      expect(APPLICATION).toContain(sentence.replace(/\.$/, ""));
  });
});

describe("with a language model", async () => {
  const model = await startScriptedModel();
  const server = useTestServer({
    env: { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: "sk-operators", STOA_DEFAULT_MODEL: "gpt-4o" },
  });
  afterAll(() => model.close());

  it("Expense Auditor's assistant looks up sums with its tool and writes the remark", async () => {
    const remark = "The two taxis of 96.00 need receipts before this is paid.";
    model.play([{ tool: "total_of", args: { kind: "taxi" } }, remark]);
    const { output, steps } = await runSample(server(), "expense-auditor", { message: CLAIM });
    expect(output).toContain(`## The auditor's remark\n\n${remark}\n`);
    expect(findRowsBelow(output, "Findings")).toEqual(FINDINGS);
    expect(steps).toContain("tool_result total_of: 96.00");
  });

  it("Expense Auditor omits a remark that contains an invented figure", async () => {
    model.play(["Pay 777.00 and ask no more."]);
    const { output } = await runSample(server(), "expense-auditor", { message: CLAIM });
    expect(output).not.toContain("777");
    expect(findRowsBelow(output, "Findings")).toEqual(FINDINGS);
  });

  it("Job Match Board makes the writer remove claims that are not in the CV", async () => {
    const honest = "Analyst who builds dashboards in Power BI and cleans data with SQL and Python.";
    model.play(["Analyst with 10 years at Google who knows SQL.", honest]);
    const { output, steps } = await runSample(server(), "job-match-board", { message: APPLICATION });
    expect(output).toContain(`## Profile for this application\n\n${honest}\n`);
    expect(steps).toContain(
      "message checker: The CV does not say: 10, Google. Write the profile again without that.",
    );
    expect(model.calls).toHaveLength(2);
  });

  it("Job Match Board returns no profile if three drafts claim too much", async () => {
    model.play(() => "An expert with 30 years of experience.");
    const { output } = await runSample(server(), "job-match-board", { message: APPLICATION });
    expect(findRowsBelow(output, "Requirement by requirement")).toEqual(MATCHES);
    expect(output).not.toContain("Profile for this application");
    expect(model.calls).toHaveLength(3);
  });
});
