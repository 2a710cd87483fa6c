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

/** The engine is compiled once per thread, which takes 200 ms. A context takes half a millisecond. */
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

/** Runs an author's JavaScript. @throws CodeFailure */
export async function runJavaScript(
  request: CodeRequest,
  http: HttpClient,
  limits: CodeLimits,
): Promise<CodeAnswer> {
  const checked = checkSource(request.source);
  const call = new SandboxCall(await loadQuickJs(), request, checked, http, limits);
  let isSound = false;
  try {
    const { answer, staticData } = await call.run();
    isSound = true;
    if (answer.length > CODE_LIMITS.answerCharacters)
      throw new CodeFailure(
        `The code returned ${answer.length.toLocaleString("en-US")} characters; the limit is ${CODE_LIMITS.answerCharacters.toLocaleString("en-US")}`,
      );
    return {
      value: readValue(JSON.parse(answer) as GuestResult, checked),
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
        : "The code broke its sandbox and was stopped",
    );
  } finally {
    if (!call.dispose() || !isSound) discardQuickJs();
  }
}

/** Returns the value, or `{value}` or `{error}` for each item. */
function readValue(told: GuestResult, checked: CheckedSource): JsonValue {
  if (told.error) throw toCodeFailure(told.error, checked);
  if (told.each)
    return told.each.map(({ value, error, kind }, index) =>
      error
        ? { error: toCodeFailure(error, checked, index).message }
        : { value: value ?? null, kind: kind ?? "undefined" },
    );
  return told.value ?? null;
}
