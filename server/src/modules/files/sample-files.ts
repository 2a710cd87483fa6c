import type { JobFile } from "@stoa/runtime/protocol";

/** A file that trial runs of uploads receive, because nobody has given them one. */
export interface SampleFile {
  file: JobFile;
  content: Buffer;
}

const SPREADSHEET = [
  "UEsDBBQAAAAIAAAAIQBuYbgN/gAAAC0CAAATAAAAW0NvbnRlbnRfVHlwZXNdLnhtbK2RzU7DMBCEX8XytYqdckAIJe2BnyNw",
  "KA+w2JvEiv/kdUv69jhp4YAKXDit7JnZb2Q328lZdsBEJviWr0XNGXoVtPF9y193j9UNZ5TBa7DBY8uPSHy7aXbHiMRK1lPL",
  "h5zjrZSkBnRAIkT0RelCcpDLMfUyghqhR3lV19dSBZ/R5yrPO/imuccO9jazh6lcn3oktMTZ3ck4s1oOMVqjIBddHrz+RqnO",
  "BFGSi4cGE2lVDFxeJMzKz4Bz7rk8TDIa2Quk/ASuuORk5XtI41sIo/h9yYWWoeuMQh3U3pWIoJgQNA2I2VmxTOHA+NXf/MVM",
  "chnrfy7ytf+zh1y+e/MBUEsDBBQAAAAIAAAAIQCY2uuLrgAAACcBAAALAAAAX3JlbHMvLnJlbHONz8EOgjAMBuBXWXqXgQdj",
  "DIOLMeFq8AHmVgYB1mWbCm/vjmI8eGz69/vTsl7miT3Rh4GsgCLLgaFVpAdrBNzay+4ILERptZzIooAVA9RVecVJxnQS+sEF",
  "lgwbBPQxuhPnQfU4y5CRQ5s2HflZxjR6w51UozTI93l+4P7TgK3JGi3AN7oA1q4O/7Gp6waFZ1KPGW38UfGVSLL0BqOAZeIv",
  "8uOdaMwSCrwq+ebB6g1QSwMEFAAAAAgAAAAhAJ1sQ725AAAAGwEAAA8AAAB4bC93b3JrYm9vay54bWyNT0uuwjAMvErkPaRl",
  "gZ6qtmwQEmvgAKFxaURjV3b4vNsTfntWM9ZoxjP16h5Hc0XRwNRAOS/AIHXsA50aOOw3sz8wmhx5NzJhA/+osGrrG8v5yHw2",
  "2U7awJDSVFmr3YDR6ZwnpKz0LNGlfMrJ6iTovA6IKY52URRLG10geCdU8ksG933ocM3dJSKld4jg6FIur0OYFNr69UE/aMjF",
  "XHr35GUe8sStzzvBSBUyka0vwba1/drsd1n7AFBLAwQUAAAACAAAACEAWv2Ca7EAAAAoAQAAGgAAAHhsL19yZWxzL3dvcmti",
  "b29rLnhtbC5yZWxzjc/JCsJADAbgVxlyt2k9iEinXkToVeoDDNN0oZ2Fybj07R08iAUPnkLyky+kPD7NLO4UeHRWQpHlIMhq",
  "1462l3Btzps9CI7Ktmp2liQsxHCsygvNKqYVHkbPIhmWJQwx+gMi64GM4sx5sinpXDAqpjb06JWeVE+4zfMdhm8D1qaoWwmh",
  "bgsQzeLpH9t13ajp5PTNkI0/TuDDhYkHophQFXqKEj4jxncpsqQCViWuPqxeUEsDBBQAAAAIAAAAIQCpLXh04wAAAMsBAAAY",
  "AAAAeGwvd29ya3NoZWV0cy9zaGVldDEueG1sdZHrTsQgEIVfhfDfTi/xEgNs1hh9APUBJu24JVuGBrCrby9tTKOm/ccc5nyH",
  "GdTh0w1iohCtZy2ropSCuPWd5ZOWb69PV3dSxITc4eCZtPyiKA9GXXw4x54oieznqGWf0ngPENueHMbCj8T55t0HhymX4QRx",
  "DITdYnID1GV5Aw4tS6MW7RETGhX8RYT8jqy28+FYSZG0tDxYppcUsm6jUckwOlKQjIK5hvan/2GvH53/4PTXATltjazXyHoH",
  "cexwK3E2Tqaqi2sF0wa4WcHNDvg5YLs5TLOgb/9x4de+YP0I8w1QSwECFAMUAAAACAAAACEAbmG4Df4AAAAtAgAAEwAAAAAA",
  "AAAAAAAAgAEAAAAAW0NvbnRlbnRfVHlwZXNdLnhtbFBLAQIUAxQAAAAIAAAAIQCY2uuLrgAAACcBAAALAAAAAAAAAAAAAACA",
  "AS8BAABfcmVscy8ucmVsc1BLAQIUAxQAAAAIAAAAIQCdbEO9uQAAABsBAAAPAAAAAAAAAAAAAACAAQYCAAB4bC93b3JrYm9v",
  "ay54bWxQSwECFAMUAAAACAAAACEAWv2Ca7EAAAAoAQAAGgAAAAAAAAAAAAAAgAHsAgAAeGwvX3JlbHMvd29ya2Jvb2sueG1s",
  "LnJlbHNQSwECFAMUAAAACAAAACEAqS14dOMAAADLAQAAGAAAAAAAAAAAAAAAgAHVAwAAeGwvd29ya3NoZWV0cy9zaGVldDEu",
  "eG1sUEsFBgAAAAAFAAUARQEAAO4EAAAAAA==",
].join("");
const DOCUMENT = [
  "UEsDBBQAAAAIAAAAIQB5bjPX6AAAAK0BAAATAAAAW0NvbnRlbnRfVHlwZXNdLnhtbH1QyU7DMBD9FWuuKHHggBCK0wPLETiU",
  "DxjZk8SqN3nc0v49Tlt6QIXjzFv1+tXeO7GjzDYGBbdtB4KCjsaGScHn+rV5AMEFg0EXAyk4EMNq6NeHRCyqNrCCuZT0KCXr",
  "mTxyGxOFiowxeyz1zJNMqDc4kbzrunupYygUSlMWDxj6Zxpx64p42df3qUcmxyCeTsQlSwGm5KzGUnG5C+ZXSnNOaKvyyOHZ",
  "Jr6pBJBXExbk74Cz7r0Ok60h8YG5vKGvLPkVs5Em6q2vyvZ/mys94zhaTRf94pZy1MRcF/euvSAebfjpL49zD99QSwMEFAAA",
  "AAgAAAAhAJv9N+qtAAAAKQEAAAsAAABfcmVscy8ucmVsc43POw7CMAwG4KtE3mlaBoRQ0y4IqSsqB7ASN61oHkrCo7cnAwNF",
  "DIy2f3+W6/ZpZnanECdnBVRFCYysdGqyWsClP232wGJCq3B2lgQsFKFt6jPNmPJKHCcfWTZsFDCm5A+cRzmSwVg4TzZPBhcM",
  "plwGzT3KK2ri27Lc8fBpwNpknRIQOlUB6xdP/9huGCZJRydvhmz6ceIrkWUMmpKAhwuKq3e7yCzwpuarF5sXUEsDBBQAAAAI",
  "AAAAIQDOK5FHpQAAAOUAAAARAAAAd29yZC9kb2N1bWVudC54bWxFjlEKwjAMhq9S+u46fRAZ63zzBPMAtY3bYE1KU912e9uJ",
  "COELPwlf0l5XP4s3RJ4ItTxWtRSAltyEg5b3/na4SMHJoDMzIWi5Actr1y6NI/vygElkAXKzaDmmFBql2I7gDVcUAPPsSdGb",
  "lGMc1ELRhUgWmLPfz+pU12flzYSyKB/kttJDQSxIXT9OLHIZFLAaH2YQv8tVq8pGYdwZdn4t6v9h9wFQSwECFAMUAAAACAAA",
  "ACEAeW4z1+gAAACtAQAAEwAAAAAAAAAAAAAAgAEAAAAAW0NvbnRlbnRfVHlwZXNdLnhtbFBLAQIUAxQAAAAIAAAAIQCb/Tfq",
  "rQAAACkBAAALAAAAAAAAAAAAAACAARkBAABfcmVscy8ucmVsc1BLAQIUAxQAAAAIAAAAIQDOK5FHpQAAAOUAAAARAAAAAAAA",
  "AAAAAACAAe8BAAB3b3JkL2RvY3VtZW50LnhtbFBLBQYAAAAAAwADALkAAADDAgAAAAA=",
].join("");
const PDF = [
  "JVBERi0xLjQKMSAwIG9iago8PC9UeXBlL0NhdGFsb2cvUGFnZXMgMiAwIFI+PgplbmRvYmoKMiAwIG9iago8PC9UeXBlL1Bh",
  "Z2VzL0tpZHNbMyAwIFJdL0NvdW50IDE+PgplbmRvYmoKMyAwIG9iago8PC9UeXBlL1BhZ2UvUGFyZW50IDIgMCBSL01lZGlh",
  "Qm94WzAgMCAzMDAgMTQ0XS9Db250ZW50cyA0IDAgUi9SZXNvdXJjZXM8PC9Gb250PDwvRjEgNSAwIFI+Pj4+Pj4KZW5kb2Jq",
  "CjQgMCBvYmoKPDwvTGVuZ3RoIDU5Pj5zdHJlYW0KQlQgL0YxIDEyIFRmIDIwIDEwMCBUZCAoVGhpcyBpcyBhbiBleGFtcGxl",
  "IGRvY3VtZW50LikgVGogRVQKZW5kc3RyZWFtCmVuZG9iago1IDAgb2JqCjw8L1R5cGUvRm9udC9TdWJ0eXBlL1R5cGUxL0Jh",
  "c2VGb250L0hlbHZldGljYT4+CmVuZG9iagp4cmVmCjAgNgowMDAwMDAwMDAwIDY1NTM1IGYgCjAwMDAwMDAwMDkgMDAwMDAg",
  "biAKMDAwMDAwMDA1NCAwMDAwMCBuIAowMDAwMDAwMTA1IDAwMDAwIG4gCjAwMDAwMDAyMTcgMDAwMDAgbiAKMDAwMDAwMDMy",
  "MyAwMDAwMCBuIAp0cmFpbGVyPDwvU2l6ZSA2L1Jvb3QgMSAwIFI+PgpzdGFydHhyZWYKMzg2CiUlRU9GCg==",
].join("");
const PNG = [
  "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAGUlEQVR42mPUqAhgIAUwMZAIRjWMahg6GgARNQEQqrN+xwAA",
  "AABJRU5ErkJggg==",
].join("");
const JPEG = [
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWG",
  "kJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk",
  "pKSkpKSkpKSkpKSkpKT/wAARCAAQABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAA",
  "AAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAgT/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCQAUj/2Q==",
].join("");

const decode = (base64: string) => Buffer.from(base64, "base64");
const encode = (text: string) => Buffer.from(text);

const PEOPLE = [
  { name: "Ada", amount: 12.5 },
  { name: "Grace", amount: 7 },
];
const toTable = (separator: string) =>
  ["name", "amount"]
    .join(separator)
    .concat("\n", ...PEOPLE.map((row) => `${row.name}${separator}${row.amount}\n`));

const CALENDAR = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "BEGIN:VEVENT",
  "UID:example",
  "DTSTART:20260105T090000Z",
  "SUMMARY:Example",
  "END:VEVENT",
  "END:VCALENDAR",
  "",
].join("\r\n");

/** Returns a tenth of a second of silence as a WAV file. */
function createSilence(): Buffer {
  const rate = 8_000;
  const samples = rate / 10;
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36);
  header.writeUInt32LE(samples, 40);
  return Buffer.concat([header, Buffer.alloc(samples, 0x80)]);
}

/** The samples by extension. The first one is for agents of which nobody knows what they expect. */
const CONTENTS: readonly [extension: string, type: string, content: Buffer][] = [
  [".txt", "text/plain", encode("This is an example document.\n")],
  [".md", "text/markdown", encode("# Example\n\nThis is an example document.\n")],
  [".csv", "text/csv", encode(toTable(","))],
  [".tsv", "text/tab-separated-values", encode(toTable("\t"))],
  [".json", "application/json", encode(JSON.stringify(PEOPLE))],
  [
    ".html",
    "text/html",
    encode("<!doctype html><title>Example</title><p>This is an example document.</p>\n"),
  ],
  [".xml", "application/xml", encode("<people><person>Ada</person><person>Grace</person></people>\n")],
  [".yaml", "application/yaml", encode("name: Ada\namount: 12.5\n")],
  [".ics", "text/calendar", encode(CALENDAR)],
  [".rtf", "application/rtf", encode("{\\rtf1 This is an example document.}")],
  [".pdf", "application/pdf", decode(PDF)],
  [".png", "image/png", decode(PNG)],
  [".jpg", "image/jpeg", decode(JPEG)],
  [".xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", decode(SPREADSHEET)],
  [".docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", decode(DOCUMENT)],
  [".wav", "audio/wav", createSilence()],
];

/** The samples, keyed by ID. No stored file has such an ID, because IDs of stored files are random. */
const SAMPLES: ReadonlyMap<string, SampleFile> = new Map(
  CONTENTS.map(([extension, type, content], index) => {
    const id = `file_${index.toString(16).padStart(32, "0")}`;
    return [id, { file: { id, name: `example${extension}`, type, bytes: content.length }, content }];
  }),
);

export function findSampleFile(id: string): SampleFile | undefined {
  return SAMPLES.get(id);
}

/** Returns the sample for an agent that expects files with these extensions, such as `.csv`. */
export function chooseSampleFile(accept: readonly string[] = []): JobFile {
  const samples = [...SAMPLES.values()].map(({ file }) => file);
  const fitting = accept.flatMap((extension) => samples.filter(({ name }) => name.endsWith(extension)));
  const [sample] = [...fitting, ...samples];
  if (!sample) throw new Error("there are no samples");
  return sample;
}
