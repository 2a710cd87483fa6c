import { basename } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest files, in order. If one of them started last, the other core would be idle until it ends. */
const LONGEST = ["views.e2e.ts", "backup.e2e.ts", "states.e2e.ts"];

/** Starts with the slowest files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = (await super.sort(files)).filter(({ moduleId }) => !LONGEST.includes(basename(moduleId)));
    const longest = LONGEST.flatMap((name) => files.filter(({ moduleId }) => basename(moduleId) === name));
    return [...longest, ...others];
  }
}
