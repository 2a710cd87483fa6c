import { afterAll, describe, expect, it } from "vitest";
import { useTestServer } from "../harness/server.ts";
import { findRowsBelow, runSample } from "./samples.ts";
import { startScriptedModel } from "./scripted-model.ts";

const NOTES = `Website relaunch
Date: 2 March 2026
Present: Anna, Ben, Carla
Ben: We agreed to launch on 16 March.
Anna: I'll send the texts to the translator by Friday.
Carla: Somebody has to check the contrast before 10 March.
Ben: I can do that.
Action: Carla to order two test phones in 2 weeks
Anna: Do we need a new photo licence?
Carla: The legal notice is with me, end of the week.`;

const PLAIN_TASKS = [
  ["I'll send the texts to the translator by Friday.", "Anna", "2026-03-06 (Friday)", "5"],
  ["Somebody has to check the contrast before 10 March.", "Ben", "2026-03-10 (10 March)", "6"],
  ["Carla to order two test phones in 2 weeks", "Carla", "2026-03-16 (in 2 weeks)", "8"],
];

const REVIEWS = `5/5 Great lamp, the light is warm.
2/5 The parcel was late and the shade was scratched. I want a refund.
The app crashes all the time. Useless.
★★★★★ It stopped working after a week, very disappointed.
Lovely design, my children love it!`;

describe("without a provider", () => {
  const server = useTestServer();

  it("Meeting Minutes finds decisions, owners and calendar dates by rules", async () => {
    const { output, result, steps } = await runSample(server(), "meeting-minutes", { message: NOTES });
    expect(output).toContain("## Minutes of 2026-03-02\n\n**Present:** Anna, Ben, Carla\n\n");
    expect(output).toContain("## Decisions\n\n- We agreed to launch on 16 March. *(Ben)*, line 4\n");
    expect(findRowsBelow(output, "Tasks")).toEqual(PLAIN_TASKS);
    expect(output).toContain("## Open questions\n\n- Do we need a new photo licence? *(Anna)*, line 9");
    expect(output).not.toContain("lack an owner");
    expect(steps.map((step) => step.split(":")[0])).toEqual([
      "message read",
      "message sort_lines",
      "message summarize",
    ]);
    expect(result).toMatchObject({ success: true });
    expect(result.tokens_used).toBeGreaterThan(100);
  });

  it("Meeting Minutes searches again for a task without a date, and reports that the date is missing", async () => {
    const { output, steps } = await runSample(server(), "meeting-minutes", {
      message: "Anna: I'll call the printer.\nBen: Good, the posters matter.",
      meeting_date: "2026-03-02",
    });
    expect(findRowsBelow(output, "Tasks")).toEqual([["I'll call the printer.", "Anna", "no date", "1"]]);
    expect(output).toContain("**1 of 1 tasks lack an owner or a date.**");
    expect(steps.filter((step) => step.startsWith("message fill_gaps"))).toHaveLength(2);
  });

  it("Feedback Analyst counts moods and topics and finds what to answer first", async () => {
    const { output } = await runSample(server(), "feedback-analyst", { message: REVIEWS });
    expect(output).toContain(
      "## 5 comments: 3 positive, 0 neutral, 2 negative. The 3 ratings average 4.0 of 5.",
    );
    expect(findRowsBelow(output, "Topics")).toEqual([
      ["other", "3", "3", "0", "0", "0 %"],
      ["billing", "1", "0", "0", "1", "100 %"],
      ["quality", "1", "0", "0", "1", "100 %"],
      ["shipping", "1", "0", "0", "1", "100 %"],
      ["technical", "1", "0", "0", "1", "100 %"],
    ]);
    const refund = "- “The parcel was late and the shade was scratched. I want a refund.” (comment 2)";
    expect(output).toContain(`## Answer these first\n\n${refund}\n`);
    expect(output).toContain("## Rating and words disagree\n\n- “It stopped working after a week");
  });
});

describe("with a language model", async () => {
  const model = await startScriptedModel();
  const server = useTestServer({
    env: { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: "sk-operators", STOA_DEFAULT_MODEL: "gpt-4o" },
  });
  afterAll(() => model.close());

  const getRequestText = (body: Record<string, unknown>) =>
    String(Object((body.messages as unknown[]).at(-1)).content);

  it("Meeting Minutes also finds an implied task and marks what it inferred", async () => {
    model.play((body) => {
      const question = getRequestText(body);
      if (question.includes("Summarize")) return "The launch is on 16 March. 99 people came.";
      if (question.includes("Who does this task"))
        return JSON.stringify({ owner: "Carla", due: "by 1 January" });
      return JSON.stringify({ kind: question.includes("legal notice") ? "task" : "other" });
    });
    const { output } = await runSample(server(), "meeting-minutes", { message: NOTES });
    expect(findRowsBelow(output, "Tasks")).toEqual([
      ...PLAIN_TASKS,
      ["The legal notice is with me, end of the week.", "Carla ?", "2026-03-06 (end of the week)", "10"],
    ]);
    expect(output).not.toContain("January");
    expect(output).not.toContain("99 people");
  });

  it("Feedback Analyst uses the rating if there is one, and the model's mood otherwise", async () => {
    model.play((body) => {
      const question = getRequestText(body);
      if (question.includes("Summarize")) return "- Parcels come late\n- It breaks";
      const isIrony = question.includes("Wonderful");
      return JSON.stringify({ mood: isIrony ? "negative" : "neutral", topic: "quality" });
    });
    const { output } = await runSample(server(), "feedback-analyst", {
      message: "Wonderful, the third one in the bin.\n5/5 Fine.\nIt is a lamp.",
    });
    expect(output).toContain(
      "## 3 comments: 1 positive, 1 neutral, 1 negative. The 1 ratings average 5.0 of 5.",
    );
    expect(output).toContain("## What they complain about\n\n- Parcels come late\n- It breaks");
    expect(model.calls).toHaveLength(4);
    expect(model.calls[0]).toMatchObject({ model: "gpt-4o", response_format: { type: "json_schema" } });
  });
});
