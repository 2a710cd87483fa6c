import { getText, type Part } from "./stage.ts";

export const reviews: Part = async ({ record, ada, grace, linus, agentId }) => {
  const params = { id: agentId };
  await record("reviews.own", { as: grace, params });
  const body = { rating: 5, text: "Counts right, also what is in brackets." };
  const review = await record("reviews.write", { as: grace, params, body });
  await record("reviews.write", { as: linus, params, body, status: 403 });
  const reviewParams = { ...params, review_id: getText(review, "id") };
  await record("reviews.reply", { as: ada, params: reviewParams, body: { text: "Thank you." } });
  await record("reviews.list", { params });
  const report = { as: linus, params: reviewParams, body: { reason: "This is about another agent." } };
  await record("reviews.report", report);
  await record("reviews.report", { ...report, status: 409 });
  await record("reviews.withdrawReply", { as: ada, params: reviewParams });
  await record("reviews.withdraw", { as: grace, params });
};
