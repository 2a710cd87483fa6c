import { expect, test } from "vitest";
import { addScriptBlock } from "./script-block.ts";

const BLOCK = '# /// script\n# dependencies = ["six"]\n# ///\n';

test.each([
  ["import six\n", `${BLOCK}\nimport six\n`],
  [
    '#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n"""Doc."""\n',
    `#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n${BLOCK}\n"""Doc."""\n`,
  ],
  ["\uFEFFimport six\n", `\uFEFF${BLOCK}\nimport six\n`],
  ["import six\r\n", `${BLOCK.replaceAll("\n", "\r\n")}\r\nimport six\r\n`],
])(
  "the script block is added above the code and below the lines that must come first: %j",
  (source, expected) => {
    expect(addScriptBlock(source, BLOCK)).toBe(expected);
  },
);
