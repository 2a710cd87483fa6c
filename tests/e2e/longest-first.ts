import { basename } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes longest, in this order. Any of them begun last would keep one core waiting for the other. */
const LONGEST = ["views.e2e.ts", "backup.e2e.ts", "states.e2e.ts"];

/** Begins with the files that take longest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = (await super.sort(files)).filter(({ moduleId }) => !LONGEST.includes(basename(moduleId)));
    const longest = LONGEST.flatMap((name) => files.filter(({ moduleId }) => basename(moduleId) === name));
    return [...longest, ...others];
  }
}
