import { readFileSync } from "node:fs";
import { canRun, run } from "./command.mjs";

const INSTALL_COMMANDS = [
  { family: /debian|ubuntu/, command: "sudo apt-get install -y" },
  { family: /fedora|rhel|centos/, command: "sudo dnf install -y" },
  { family: /alpine/, command: "sudo apk add" },
  { family: /arch/, command: "sudo pacman -S" },
  { family: /suse/, command: "sudo zypper install" },
];

/** Returns whether this process may install Debian packages. */
export function mayInstall() {
  return process.getuid?.() === 0 && canRun("apt-get", ["--version"]);
}

/**
 * Installs Debian packages. If the installation fails, fetches the package lists and tries once more.
 * @param {readonly string[]} names
 */
export async function installSystemPackages(...names) {
  const install = () =>
    run("apt-get", ["install", "-y", "--no-install-recommends", ...names], {
      env: { DEBIAN_FRONTEND: "noninteractive" },
    });
  try {
    await install();
  } catch {
    await run("apt-get", ["update"]);
    await install();
  }
}

/**
 * Returns the command with which a person installs a package on this system.
 * @param {string} name
 */
export function installCommand(name) {
  if (process.platform === "darwin") return `brew install ${name}`;
  const system = findLinuxFamily();
  return `${INSTALL_COMMANDS.find(({ family }) => family.test(system))?.command ?? "install"} ${name}`;
}

function findLinuxFamily() {
  try {
    const lines = readFileSync("/etc/os-release", "utf8").split("\n");
    return lines.filter((line) => /^ID(_LIKE)?=/.test(line)).join(" ");
  } catch {
    return "";
  }
}
