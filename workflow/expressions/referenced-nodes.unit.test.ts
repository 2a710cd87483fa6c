import { expect, it } from "vitest";
import { findReferencedNodes } from "./index.ts";

it.each<[string, string[]]>([
  ["={{ $('Get Orders').item.json.id }}", ["Get Orders"]],
  ['={{ $node["Old Node"].json.a + $node.Other.json.b }}', ["Old Node", "Other"]],
  ["={{ $items('A')[0].json }}", ["A"]],
  [
    "=a {{ $('A').first().json.x }} b {{ $('B').all().map(i => $('C').item.json[i.json.id]) }}",
    ["A", "B", "C"],
  ],
  ["={{ $('A').item.json.x || $('A').item.json.y }}", ["A"]],
  ["={{ $json.a }}", []],
  ["={{ $($json.name).item }}", []],
  ["$('A').item", []],
  ["={{ $('A' }}", []],
  ["={{ \"$('A')\" }}", []],
])("%s refers to %j", (text, names) => expect(findReferencedNodes(text).sort()).toEqual(names));
