import type { ServiceDefinition } from "../service-definition.ts";
import { bearer, inHeader } from "./attach.ts";
import { ofForm } from "./configured.ts";
import { failureNamed } from "./refusals.ts";

/** Where people talk. */
export const messagingServices: ServiceDefinition[] = [
  {
    name: "slack",
    displayName: "Slack",
    description: "Channels, messages and files of a Slack workspace",
    documentationUrl: "https://docs.slack.dev/authentication/tokens",
    requiredFields: ["bot_token"],
    baseUrl: () => "https://slack.com/api",
    otherHosts: ["files.slack.com"],
    attach: bearer,
    // https://docs.slack.dev/apis/web-api: arguments of every method may come as GET query parameters.
    getMayChange: true,
    test: { method: "POST", path: "/auth.test", refusal: failureNamed("error") },
  },
  {
    name: "discord",
    displayName: "Discord",
    description: "Servers, channels and messages that a Discord bot can see",
    documentationUrl: "https://discord.com/developers/docs/reference#authentication",
    requiredFields: ["bot_token"],
    baseUrl: () => "https://discord.com/api/v10",
    attach: inHeader("authorization", "Bot "),
    // Discord blocks clients that do not name themselves in this form.
    defaultHeaders: { "user-agent": "DiscordBot (https://stoa.invalid, 0.1)" },
    test: { method: "GET", path: "/users/@me" },
  },
  {
    name: "telegram",
    displayName: "Telegram",
    description: "Messages of a Telegram bot",
    documentationUrl: "https://core.telegram.org/bots/api#authorizing-your-bot",
    requiredFields: ["bot_token"],
    baseUrl: () => "https://api.telegram.org",
    attach: ({ credential }) => ({ headers: {}, pathPrefix: `/bot${credential}` }),
    // https://core.telegram.org/bots/api#getfile: files lie at /file/bot<token>/<path>.
    prefixed: (prefix, path) =>
      path.startsWith("/file/") ? `/file${prefix}${path.slice("/file".length)}` : prefix + path,
    // https://core.telegram.org/bots/api#making-requests: GET and POST are supported for every method.
    getMayChange: true,
    // It becomes a part of the path, so it must not be able to be more than one.
    checks: { bot_token: ofForm(/^\d{1,20}:[\w-]{10,100}$/, "must look like 123456:ABC-DEF1234ghIkl") },
    test: { method: "GET", path: "/getMe", refusal: failureNamed("description") },
  },
];
