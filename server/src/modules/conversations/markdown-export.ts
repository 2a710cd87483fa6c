import type { Conversation, Json, Turn } from "@stoa/contract";

/** Writes a conversation as Markdown: a heading, and each message as a quotation above its answer. */
export function toMarkdown(conversation: Conversation, turns: readonly Turn[]): string {
  const heading = `# ${oneLine(conversation.title ?? "Conversation")}\n\nWith ${oneLine(conversation.agent_name)}, since ${conversation.created_at}. Cost: ${conversation.total_cost} USD.\n`;
  return [heading, ...turns.map(writeTurn)].join("\n");
}

function writeTurn({ message, agent_output: output, detail, created_at: at }: Turn): string {
  const question = message
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
  const answer =
    output === null ? `*No answer${detail === null ? "" : `: ${oneLine(detail)}`}*` : toText(output);
  return `## ${at}\n\n${question}\n\n${answer}\n`;
}

/** Returns text unchanged, and data as a code block whose fence no line of the data can end. */
function toText(output: Json): string {
  return typeof output === "string" ? output : `\`\`\`json\n${JSON.stringify(output, null, 2)}\n\`\`\``;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
