import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Random } from "./random.ts";

/** Values of a type, and calls that are made on them. */
interface TypeExpressions {
  values: string[];
  calls: string[];
}

/** Reads `expressions.txt`: `# type` begins the values of a type, and `## calls` the calls on them. */
function readExpressions(): { types: TypeExpressions[]; free: string[] } {
  const text = readFileSync(join(import.meta.dirname, "expressions.txt"), "utf8");
  const types: TypeExpressions[] = [];
  const free: string[] = [];
  let into: string[] = [];
  for (const line of text.split("\n").filter((each) => each !== "")) {
    if (line === "# free") into = free;
    else if (line.startsWith("## ")) into = types.at(-1)?.calls ?? [];
    else if (line.startsWith("# ")) {
      into = [];
      types.push({ values: into, calls: [] });
    } else into.push(line);
  }
  return { types, free };
}

const { types, free } = readExpressions();

function pickCode(random: Random): string {
  if (random.chance(0.3)) return random.pick(free);
  const type = random.pick(types);
  const value = random.pick(type.values);
  const call = random.pick(random.chance(0.9) ? type.calls : random.pick(types).calls);
  return `${/^-?\d/.test(value) ? `(${value})` : value}.${call}`;
}

/** Returns the parameters of a node that evaluates expressions, alone or within longer text. */
export function generateExpressions(random: Random, count = 40): { [name: string]: string } {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const code = pickCode(random);
      return [`e${index}`, random.chance(0.85) ? `={{ ${code} }}` : `=<{{ ${code} }}>`];
    }),
  );
}
