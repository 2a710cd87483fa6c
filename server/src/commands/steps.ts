/** Prints a line for the person at the terminal. The log goes to stderr and is for machines. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Performs a step, then prints its title and duration. */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  printLine(`  ${title.padEnd(34)} ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}
