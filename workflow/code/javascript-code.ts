import type { JsonValue } from "@stoa/runtime/protocol";
import { newQuickJSWASMModuleFromVariant, type QuickJSWASMModule } from "quickjs-emscripten-core";
import type { JsonObject } from "../model/item.ts";
import type { CodeAnswer, CodeRequest, HttpClient } from "../model/services.ts";
import { CodeFailure } from "./code-failure.ts";
import { CODE_LIMITS, type CodeLimits } from "./code-limits.ts";
import { type ThrownError, toCodeFailure } from "./error-messages.ts";
import { SandboxCall } from "./sandbox-call.ts";
import { type CheckedSource, checkSource } from "./source-check.ts";

let loaded: Promise<QuickJSWASMModule> | undefined;

/** Loads the engine, which is compiled once per thread in 200 ms. A context takes half a millisecond. */
function loadQuickJs(): Promise<QuickJSWASMModule> {
  loaded ??= newQuickJSWASMModuleFromVariant(import("@jitl/quickjs-wasmfile-release-sync"));
  return loaded;
}

/** Makes the next call load a new engine, because its memory cannot be trusted after an internal error. */
function discardQuickJs(): void {
  loaded = undefined;
}

interface GuestResult {
  kind?: string;
  value?: JsonValue;
  error?: ThrownError;
  each?: GuestResult[];
}

/** Runs an author's JavaScript. @throws CodeFailure if the code fails or reaches a limit */
export async function runJavaScript(
  request: CodeRequest,
  http: HttpClient,
  limits: CodeLimits,
): Promise<CodeAnswer> {
  const checkedSource = checkSource(request.source);
  const call = new SandboxCall(await loadQuickJs(), request, checkedSource, http, limits);
  let isSound = false;
  try {
    const { answer, staticData } = await call.run();
    isSound = true;
    if (answer.length > CODE_LIMITS.answerCharacters)
      throw new CodeFailure(
        `The code returned ${answer.length.toLocaleString("en-US")} characters; the limit is ${CODE_LIMITS.answerCharacters.toLocaleString("en-US")}`,
      );
    return {
      value: readValue(JSON.parse(answer) as GuestResult, checkedSource),
      file: (ref) => call.files.get(ref),
      logs: call.logs.lines,
      staticData: JSON.parse(staticData) as { global: JsonObject; node: JsonObject },
    };
  } catch (error) {
    if (error instanceof CodeFailure) {
      isSound = true;
      throw error;
    }
    throw new CodeFailure(
      error instanceof RangeError
        ? "Maximum call stack size exceeded"
        : "The code was stopped because it broke its sandbox",
    );
  } finally {
    if (!call.dispose() || !isSound) discardQuickJs();
  }
}

/**
 * Returns the value of the code, or a list with `{value}` or `{error}` for each item.
 * @throws CodeFailure if the code failed as a whole
 */
function readValue(result: GuestResult, checkedSource: CheckedSource): JsonValue {
  if (result.error) throw toCodeFailure(result.error, checkedSource);
  if (result.each)
    return result.each.map(({ value, error, kind }, index) =>
      error
        ? { error: toCodeFailure(error, checkedSource, index).message }
        : { value: value ?? null, kind: kind ?? "undefined" },
    );
  return result.value ?? null;
}
