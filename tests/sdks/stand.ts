import { Client } from "../harness/client.ts";
import { removeHome, ServerProcess, temporaryHome } from "../harness/server-process.ts";

/** A server with the sample agents, and a person with a key. */
export interface Stand {
  url: string;
  apiKey: string;
  close(): Promise<void>;
}

export async function openStand(): Promise<Stand> {
  const home = temporaryHome();
  const server = await ServerProcess.start(home);
  const client = new Client(server.url);
  const { token } = await client.register();
  const { body } = await client.get("/api/v1/users/me", { token });
  return {
    url: server.url,
    apiKey: String(Object(body).api_key),
    close: async () => {
      await server.stop();
      removeHome(home);
    },
  };
}
