import { TEST_CONTENT_VAULT } from "../../platform/crypto/content-vault.fixture.ts";
import { RunContents } from "./run-contents.ts";

/** The contents of the runs that `useRuns` starts. */
export const TEST_CONTENTS = new RunContents(TEST_CONTENT_VAULT);
