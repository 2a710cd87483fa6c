import { newQuickJSWASMModuleFromVariant, type QuickJSWASMModule } from "quickjs-emscripten-core";

let loaded: Promise<QuickJSWASMModule> | undefined;

/** The engine, compiled once for the thread: 200 ms. A context of its own costs half a millisecond. */
export function quickJs(): Promise<QuickJSWASMModule> {
  loaded ??= newQuickJSWASMModuleFromVariant(import("@jitl/quickjs-wasmfile-release-sync"));
  return loaded;
}

/** After an error of the engine itself its memory is not to be trusted: the next call loads another. */
export function abandonQuickJs(): void {
  loaded = undefined;
}
