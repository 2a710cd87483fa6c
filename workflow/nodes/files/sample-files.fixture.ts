import { type BookType, utils, write } from "@e965/xlsx";
import type { ItemInput } from "../../testing/scripted-node.ts";
import { createBinaryFile } from "./binary-file.ts";

/** Returns an item with one file. */
export function withFile(content: string | Uint8Array, fileName: string, field = "data"): ItemInput {
  return {
    json: { from: "input" },
    binary: { [field]: createBinaryFile(Buffer.from(content), { fileName }) },
  };
}

/** Returns a workbook with one sheet. */
export function workbook(rows: readonly object[], format: BookType, sheet = "Sheet1"): Uint8Array {
  return write(
    { SheetNames: [sheet], Sheets: { [sheet]: utils.json_to_sheet([...rows]) } },
    { bookType: format, type: "buffer" },
  ) as Uint8Array;
}

/** Returns a PDF with a line of text on each page. */
export function pdf(...lines: readonly string[]): Uint8Array {
  const kids = lines.map((_, at) => `${4 + at * 2} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${lines.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...lines.flatMap((line, at) => {
      const content = `BT /F1 12 Tf 72 720 Td (${line}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + at * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let body = "%PDF-1.4\n";
  const places = objects.map((object, at) => {
    const place = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const count = objects.length + 1;
  body += `xref\n0 ${count}\n0000000000 65535 f \n${places.join("")}`;
  body += `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${body.lastIndexOf("xref\n0")}\n%%EOF`;
  return Buffer.from(body, "latin1");
}
