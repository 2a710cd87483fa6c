import type { ServiceDefinition } from "../../service-definition.ts";
import { configured, emailProblem, ofForm } from "../configured.ts";
import { fieldOf } from "../refusals.ts";
import { WRONG_LOGIN } from "./mail-answer.ts";
import { askMailServer } from "./mail-server.ts";

/** 587 and 2525 encrypt once they are asked to, 465 from the start. */
const PORTS = ["587", "465", "2525"];

/** A name, whose last part is no number. */
const HOST_NAME = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,62}$/i;

/** Anybody's own mail server: `POST /messages` sends a mail, `GET /connection` signs in and does nothing. */
export const smtp: ServiceDefinition = {
  name: "smtp",
  displayName: "Mail server (SMTP)",
  description: "Sending mail through a mail server of your own; the API key is its password",
  documentationUrl: "https://www.rfc-editor.org/rfc/rfc6409",
  requiredFields: ["api_key", "user", "host", "port"],
  choices: { port: PORTS },
  baseUrl: (config) => `smtp://${configured(config, "host")}:${configured(config, "port")}`,
  attach: () => ({ headers: {} }),
  speaks: askMailServer,
  checks: {
    user: (value) =>
      emailProblem(value) === undefined || /^[\x21-\x7e]{1,200}$/.test(value)
        ? undefined
        : "must be the name that the mail server knows you by",
    host: ofForm(HOST_NAME, "must be the name of a mail server, such as smtp.example.com"),
    port: (value) => (PORTS.includes(value) ? undefined : `must be one of ${PORTS.join(", ")}`),
  },
  test: {
    method: "GET",
    path: "/connection",
    refusal: (body) => (fieldOf(body, "code") === WRONG_LOGIN ? "wrong user or password" : undefined),
  },
};
