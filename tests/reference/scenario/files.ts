import { getText, type Part } from "./stage.ts";

const SALES = "month,sales\nJanuary,1200\nFebruary,1350\n";
/** An empty archive. Its bytes are replaced in the example. */
const ARCHIVE = Buffer.from("504b0506000000000000000000000000000000000000", "hex");
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Plays the part in which Grace uploads files, downloads one and deletes one. */
export const files: Part = async ({ record, grace, server }) => {
  const as = grace;
  const uploaded = await record("files.create", { as, form: { file: SALES }, filename: "sales.csv" });
  await record("files.create", { as, form: { file: "" }, filename: "empty.csv", status: 400 });
  const params = { id: getText(uploaded, "id") };
  const body = "To be or not to be";
  const started = await record("files.startUpload", { as, body: { name: "hamlet.txt", size: body.length } });
  await record("files.startUpload", { as, body: { name: "video.mp4", size: 900_000_000 }, status: 413 });
  const upload = { id: getText(started, "id") };
  await record("files.getUpload", { as, params: upload });
  await record("files.sendPart", { as, params: upload, query: { offset: 0 }, body });
  await record("files.sendPart", { as, params: upload, query: { offset: 0 }, body, status: 409 });
  await record("files.list", { as, query: { limit: 10 } });
  await record("files.get", { as, params });
  const form = new FormData();
  form.set("file", new Blob([ARCHIVE]), "reports.zip");
  const archive = await server.client.call("POST", "/api/v1/files", { token: grace.token, form });
  const link = new URL(getText(Object(archive.body), "url"));
  const id = getText(Object(archive.body), "id");
  await record("files.content", { params: { id }, query: Object.fromEntries(link.searchParams) });
  const imageForm = new FormData();
  imageForm.set("file", new Blob([PIXEL]), "logo.png");
  const image = Object(
    (await server.client.call("POST", "/api/v1/files", { token: grace.token, form: imageForm })).body,
  );
  const preview = new URL(getText(image, "preview_url"));
  const imageId = getText(image, "id");
  await record("files.preview", { params: { id: imageId }, query: Object.fromEntries(preview.searchParams) });
  await record("files.preview", { as, params: { id }, status: 404 });
  await record("files.remove", { as, params });
};
