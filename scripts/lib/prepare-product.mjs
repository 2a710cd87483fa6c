import { buildProduct } from "./build-product.mjs";
import { installPackages } from "./install-packages.mjs";
import { explain } from "./progress.mjs";
import { prepareSandbox } from "./sandbox.mjs";

/** Performs every step that a fresh clone needs before the server can run. If a step fails, exits with the reason. */
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
