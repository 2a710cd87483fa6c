import type { FastifyInstance } from "fastify";
import type { SigningKeys } from "../../platform/crypto/signing-keys.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Mount } from "../../platform/http/mount.ts";
import { defineModule } from "../../platform/module.ts";
import type { AgentDirectory } from "../catalog/index.ts";
import type { ConversationsApi } from "../conversations/index.ts";
import type { FilesApi } from "../files/index.ts";
import type { RunCalls } from "../runs/index.ts";
import { AgentTasks } from "./agent-tasks.ts";
import { CARD_PATH, KEY_SET_PATH, mountCardRoutes, mountWellKnownCard, parseAgentId } from "./card-routes.ts";
import { CardService } from "./card-service.ts";
import { sendHttpError } from "./faults.ts";
import { createUnknownPathError, mountHttpJson } from "./http-json-routes.ts";
import { mountJsonRpc } from "./json-rpc-routes.ts";
import { PushConfigs, type RunWebhookCalls } from "./push-configs.ts";
import type { Service } from "./services.ts";
import { SignedCards } from "./signed-cards.ts";
import { StoreAgent } from "./store-agent.ts";
import { TaskLists } from "./task-lists.ts";
import { TaskStarter } from "./task-starter.ts";
import { A2A_MEDIA_TYPE } from "./wire.ts";

export { createPushPresenter } from "./push-payload.ts";

export interface A2aDeps {
  db: Database;
  signingKeys: SigningKeys;
  runs: RunCalls;
  directory: AgentDirectory;
  conversations: Pick<ConversationsApi, "open" | "begin" | "dropEmpty">;
  files: Pick<FilesApi, "storeFile" | "removeFile">;
  runWebhooks: RunWebhookCalls;
  /** The public URL of this server, without a trailing slash. */
  publicUrl: string;
}

const PREFIX = "/a2a";

/** Creates the module through which other agents use the agents of the store with the A2A protocol. */
export function createA2a(deps: A2aDeps) {
  const { directory, publicUrl } = deps;
  const base = `${publicUrl}${PREFIX}`;
  const signed = new SignedCards(deps.signingKeys, `${base}${KEY_SET_PATH}`);
  const cards = new CardService({ directory, signed, publicUrl });
  const services = [createAgentService(deps), createStoreService(directory, base)];
  return defineModule({
    api: {},
    protocols: [
      {
        prefix: PREFIX,
        serve(app, mount) {
          prepareReplies(app, mount);
          mountCardRoutes(app, mount, cards);
          for (const service of services) {
            mountJsonRpc(app, mount, service);
            mountHttpJson(app, mount, service);
          }
        },
      },
      {
        prefix: "/.well-known",
        serve(app, mount) {
          app.setErrorHandler((error, request, reply) => sendHttpError(request, reply, error));
          mountWellKnownCard(app, mount, cards);
        },
      },
    ],
  });
}

function createAgentService({ db, runs, runWebhooks, ...deps }: A2aDeps): Service {
  const options = {
    runs,
    starter: new TaskStarter({ db, runs, ...deps }),
    lists: new TaskLists(db),
    pushes: new PushConfigs(runWebhooks),
  };
  return {
    path: "/agents/:agent",
    find: ({ agent = "" }) => new AgentTasks(options, parseAgentId(agent)),
    admits: ({ admits }) => admits,
  };
}

function createStoreService(directory: AgentDirectory, base: string): Service {
  const agent = new StoreAgent({ directory, getCardUrl: (id) => `${base}/agents/${id}${CARD_PATH}` });
  return {
    path: "/store",
    find: () => agent,
    admits: () => ({ method: "GET", auth: "optional", scope: "read" }),
  };
}

/** Lets replies have the form of A2A: the media type of bodies, errors, and paths that do not exist. */
function prepareReplies(app: FastifyInstance, mount: Mount): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  for (const type of ["application/json", A2A_MEDIA_TYPE])
    app.addContentTypeParser(type, { parseAs: "string" }, (request, body: string, done) => {
      // Clients send this header also without a body, for example to cancel a task.
      if (body === "") done(null, undefined);
      else void parse(request, body, done);
    });
  app.setErrorHandler((error, request, reply) => sendHttpError(request, reply, error));
  const onRequest = mount.admit({ method: "GET", auth: "optional", scope: "read" });
  for (const url of ["/", "/*"])
    app.all(url, { onRequest }, () => {
      throw createUnknownPathError();
    });
}
