import type { Actor, Upload } from "./actor.ts";

/** An agent that receives a table, and returns a chart and another table. */
export const SALES_REPORT: Upload = {
  name: "Sales Report",
  description: "Reads a table of sales and returns the totals by region, with a chart.",
  documentation:
    "Attach a table with the columns region and amount. You get a chart and a table with the total of each region, the highest first.\n\n## Limits\n\n- The agent reads CSV files with up to 10,000 rows.",
  category: "finance",
  price_per_token: "0.000001",
  path: "sales_report.py",
  source: `import csv, pathlib, struct, tempfile, zlib
import stoa

WIDTH, HEIGHT, STEP = 960, 480, 120
INK, PAPER = b"\\x12\\x15\\x0f", b"\\xfb\\xfb\\xf9"


def draw(values: list[float]) -> bytes:
    top = max(values)
    rows = []
    for y in range(HEIGHT):
        row = bytearray(b"\\0")
        for x in range(WIDTH):
            bar = x // STEP
            tall = bar < len(values) and x % STEP > 30 and (HEIGHT - y) / HEIGHT < values[bar] / top * 0.9
            row += INK if tall else PAPER
        rows.append(bytes(row))
    parts = [(b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(b"".join(rows))), (b"IEND", b"")]
    chunks = [struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts]
    return b"\\x89PNG\\r\\n\\x1a\\n" + b"".join(chunks)


def run(message: str, sales: stoa.File):
    totals: dict[str, float] = {}
    for row in csv.DictReader(sales.read_text().splitlines()):
        totals[row["region"]] = totals.get(row["region"], 0) + float(row["amount"])
    ranked = sorted(totals.items(), key=lambda total: -total[1])
    folder = pathlib.Path(tempfile.mkdtemp())
    (folder / "totals.csv").write_text("region,total\\n" + "".join(f"{name},{total:.2f}\\n" for name, total in ranked))
    (folder / "sales-by-region.png").write_bytes(draw([total for _, total in ranked]))
    return [stoa.File(folder / "sales-by-region.png"), stoa.File(folder / "totals.csv")]
`,
};

const REGIONS = ["North", "South", "Baltic", "Alps", "Coast", "Capital"];

/** A table of sales, as the agent above expects it. */
export const SALES_CSV = `region,amount\n${Array.from(
  { length: 240 },
  (_, index) => `${REGIONS[index % REGIONS.length]},${(((index * 7919) % 900) + 12.5).toFixed(2)}`,
).join("\n")}\n`;

/** Uploads a file and returns its ID. */
export async function giveFile(person: Actor, name: string, content: string): Promise<string> {
  const form = new FormData();
  form.set("file", new File([content], name));
  const { body } = await person.ask("POST", "/files", { form });
  return String(Object(body).id);
}

/** Lets a person run the agent on a table, alone and in a chat. Returns the IDs of the run and of the chat, and the path of the shared run. */
export async function reportSales(person: Actor, agentId: number) {
  await giveFile(person, "notes from the call.txt", "The Baltic figures are for October.\n");
  const sales = await giveFile(person, "sales-2026-q3.csv", SALES_CSV);
  const input_data = { message: "How did each region sell?", sales };
  const runId = await person.run(agentId, input_data);
  const chatId = await person.make("/conversations", { agent_id: agentId });
  await person.ask("POST", "/execute/run", {
    json: { agent_id: agentId, input_data, conversation_id: chatId },
  });
  const link = await person.make(`/execute/runs/${runId}/link`, {}, "url");
  return { runId, chatId, sharedPath: new URL(link).pathname };
}
