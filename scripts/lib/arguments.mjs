/**
 * Parses `--only <step>`, which may be repeated or contain several steps separated by commas, and `--long`. Exits with
 * one line for any other argument.
 * @param {readonly string[]} args
 */
export function parseArguments(args) {
  /** @type {string[]} */
  const only = [];
  let long = false;
  const rest = [...args];
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    const value = argument.startsWith("--only=")
      ? argument.slice(7)
      : argument === "--only"
        ? rest.shift()
        : undefined;
    if (value !== undefined) only.push(...value.split(","));
    else if (argument === "--long") long = true;
    else {
      console.error(`Unknown argument ${argument}. Available: --only <step> and --long.`);
      process.exit(2);
    }
  }
  return { only, long };
}
