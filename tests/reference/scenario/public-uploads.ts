import { type Part, UPLOAD_FORM, WORD_COUNTER } from "./stage.ts";

/** Plays the part in which a program uploads an agent and then its second version. */
export const publicUploads: Part = async ({ record, ada }) => {
  const form = {
    ...UPLOAD_FORM,
    name: "Line Counter",
    file: WORD_COUNTER.replaceAll("split()", "splitlines()"),
  };
  const { agent } = await record("sdk.upload", { as: ada, form, filename: "line-counter.py" });
  await record("sdk.uploadVersion", {
    as: ada,
    params: { id: Number(Object(agent).id) },
    form: { notes: "Counts words again", file: WORD_COUNTER },
    filename: "line-counter.py",
  });
};
