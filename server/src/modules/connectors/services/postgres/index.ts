import type { ServiceBehavior } from "../../service-definition.ts";
import { createPatternCheck, getConfigured, HOST_NAME } from "../configured.ts";
import { getField } from "../refusals.ts";
import { findCertificateProblem } from "./certificate.ts";
import { WRONG_LOGIN } from "./database-answer.ts";
import { callDatabase } from "./database-server.ts";

const NAME = /^[^\p{Cc}]{1,63}$/u;

/** A PostgreSQL database: `POST /query` runs queries, `GET /connection` only signs in. */
export const POSTGRES: ServiceBehavior = {
  // Some hosts sign the certificates of their databases themselves.
  optionalFields: ["ca_certificate"],
  address: (config) => `postgresql://${getConfigured(config, "host")}:${getConfigured(config, "port")}`,
  attach: () => ({ headers: {} }),
  callService: callDatabase,
  checks: {
    host: createPatternCheck(HOST_NAME, "must be the name of a database server, such as db.example.com"),
    port: (value) =>
      /^\d{1,5}$/.test(value) && Number(value) > 0 && Number(value) < 65_536
        ? undefined
        : "must be a port, such as 5432",
    user: createPatternCheck(NAME, "must be the name of a database user"),
    database: createPatternCheck(NAME, "must be the name of a database"),
    ca_certificate: findCertificateProblem,
  },
  test: {
    refusal: (body) => (getField(body, "code") === WRONG_LOGIN ? "wrong user or password" : undefined),
  },
};
