import type { ServiceBehavior } from "../../service-definition.ts";
import { configured, emailProblem, ofForm } from "../configured.ts";
import { fieldOf } from "../refusals.ts";
import { WRONG_LOGIN } from "./mail-answer.ts";
import { askMailServer } from "./mail-server.ts";

/** On 587 and 2525 the client starts the encryption; 465 is encrypted from the start. */
const PORTS = ["587", "465", "2525"];

/** A host name whose last label does not begin with a digit. */
const HOST_NAME = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,62}$/i;

/** A customer's own mail server: `POST /messages` sends an email, `GET /connection` only signs in. */
export const SMTP: ServiceBehavior = {
  choices: { port: PORTS },
  address: (config) => `smtp://${configured(config, "host")}:${configured(config, "port")}`,
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
    refusal: (body) => (fieldOf(body, "code") === WRONG_LOGIN ? "wrong user or password" : undefined),
  },
};
