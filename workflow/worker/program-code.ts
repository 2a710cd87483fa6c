import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import vm from "node:vm";

/** The bytes of a cache file before V8's data: the SHA-256 of this data. */
const HASH_BYTES = 32;

const hash = (data: Uint8Array, file: string) => createHash("sha256").update(file).update(data).digest();

/** Adds to the compiled code of a file the hash that `readCompiled` compares. */
function sealCompiled(data: Buffer, file: string): Buffer {
  return Buffer.concat([hash(data, file), data]);
}

/**
 * Returns V8's compiled code of a file, or undefined if there is none, if it is damaged, or if the file has been moved.
 * V8 would execute damaged code. Compiled code also contains the path from which packages are resolved.
 */
function readCompiled(compiledFile: string, file: string): Buffer | undefined {
  try {
    const sealed = readFileSync(compiledFile);
    const data = sealed.subarray(HASH_BYTES);
    return sealed.subarray(0, HASH_BYTES).equals(hash(data, file)) ? data : undefined;
  } catch {
    return undefined;
  }
}

export interface ProgramCode {
  /** Whether V8 took the compiled code from the file. It refuses code of another version or with other flags. */
  isCompiled: boolean;
  /** Runs the program and returns what it exports. */
  run(): unknown;
  /** Returns the content of a file with the compiled code of all functions that have run. */
  compile(): Buffer;
}

/** Imports a package for a program, because `import()` fails in compiled code. */
const importPackage = (specifier: string): Promise<unknown> => import(specifier);

/**
 * Loads a CommonJS program from a file with ASCII text, which imports packages with `importPackage`. The caller must make
 * sure that `compiledFile` belongs to this text: V8 compares only the lengths of texts.
 */
export function loadCode(file: string, compiledFile: string): ProgramCode {
  const cachedData = readCompiled(compiledFile, file);
  // V8 keeps the text. As Latin-1, it needs one byte per character, and reading takes a third of the time.
  const text = readFileSync(file, "latin1");
  const script = new vm.Script(
    `(function (exports, require, module, __filename, importPackage) {${text}\n})`,
    {
      filename: file,
      ...(cachedData && { cachedData }),
    },
  );
  return {
    isCompiled: cachedData !== undefined && script.cachedDataRejected === false,
    run() {
      const module = { exports: {} as unknown };
      const main = script.runInThisContext() as (...args: unknown[]) => void;
      main(module.exports, createRequire(file), module, file, importPackage);
      return module.exports;
    },
    compile: () => sealCompiled(script.createCachedData(), file),
  };
}
