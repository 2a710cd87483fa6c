import type { ServiceBehavior } from "../../service-definition.ts";
import { createPatternCheck, emailProblem, getConfigured, HOST_NAME } from "../configured.ts";
import { getField } from "../refusals.ts";
import { WRONG_LOGIN } from "./mail-answer.ts";
import { callMailServer } from "./mail-server.ts";

/** On 587 and 2525 the client starts the encryption; 465 is encrypted from the start. */
const PORTS = ["587", "465", "2525"];

/** A customer's own mail server: `POST /messages` sends an email, `GET /connection` only signs in. */
export const SMTP: ServiceBehavior = {
  choices: { port: PORTS },
  address: (config) => `smtp://${getConfigured(config, "host")}:${getConfigured(config, "port")}`,
  attach: () => ({ headers: {} }),
  callService: callMailServer,
  checks: {
    user: (value) =>
      emailProblem(value) === undefined || /^[\x21-\x7e]{1,200}$/.test(value)
        ? undefined
        : "must be your user name at the mail server",
    host: createPatternCheck(HOST_NAME, "must be the name of a mail server, such as smtp.example.com"),
    port: (value) => (PORTS.includes(value) ? undefined : `must be one of ${PORTS.join(", ")}`),
  },
  test: {
    refusal: (body) => (getField(body, "code") === WRONG_LOGIN ? "wrong user or password" : undefined),
  },
};
