import { buildProduct } from "./build-product.mjs";
import { installPackages } from "./install-packages.mjs";
import { explain } from "./progress.mjs";
import { prepareSandbox } from "./sandbox.mjs";

/** Everything between a fresh clone and a server that can be run; ends the process with the reason if it fails. */
export async function prepareProduct() {
  try {
    await installPackages();
    await prepareSandbox();
    await buildProduct();
  } catch (error) {
    console.error(explain(error));
    process.exit(1);
  }
}
