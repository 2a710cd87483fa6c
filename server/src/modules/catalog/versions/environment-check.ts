import { FRAMEWORK_NAMES, type UploadCheck } from "@stoa/contract";
import { type EntryPoint, type Framework, runtimeNameOf } from "@stoa/runtime/protocol";
import type { Runtimes } from "../upload/upload-context.ts";

/** Checks whether the packages that a version was tried with are the ones that are installed now. */
export function environmentCheck(
  version: { framework: Framework; entry: EntryPoint; environmentDigest: string | null },
  runtimes: Runtimes,
): UploadCheck {
  const check = { name: "environment", label: "Packages" } as const;
  const runtime = runtimes.runtime(runtimeNameOf(version.framework, version.entry));
  const status = runtime?.status();
  if (!status?.available) {
    const why = status ? ` ${status.reason}` : "";
    const detail = `${FRAMEWORK_NAMES[version.framework]} agents cannot run on this server now.${why}`;
    return { ...check, status: "warning", detail };
  }
  if (version.environmentDigest === null)
    return {
      ...check,
      status: "passed",
      detail: "It was checked without packages beyond the language's own",
    };
  if (version.environmentDigest === runtime?.environmentDigest)
    return { ...check, status: "passed", detail: "Those that it was checked with are installed" };
  return {
    ...check,
    status: "warning",
    detail:
      "The packages installed now are not those that it was checked with. Run it once, or upload the file again to have it checked with these",
  };
}
