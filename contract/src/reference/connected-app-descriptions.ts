import { APP_LIMITS, connectedAppRoutes } from "../connected-apps.ts";
import { describe } from "./operation-descriptions.ts";

const UNKNOWN_APP = {
  invalid_request: "The app is unknown, or `redirect_uri` is not one of its redirect URIs.",
};

export const connectedAppDescriptions = describe(connectedAppRoutes, {
  checkRequest: {
    description:
      "Checks the parameters with which an app sent you to `/oauth/authorize`, and returns what it asks for. The consent screen calls this. `refusal` says what is wrong with the request.",
    errors: { 400: UNKNOWN_APP },
  },
  answerRequest: {
    description: `Allows or refuses what an app asks for, and returns the URL that tells the app. The app can then run agents from your balance, up to the limit per day (${APP_LIMITS.perDayUsd} USD unless you set another). An account can connect ${APP_LIMITS.perAccount} apps, and ${APP_LIMITS.newPerDay} per day.`,
    errors: {
      400: UNKNOWN_APP,
      403: { key_limit_reached: "The account has the maximum number of apps, or connected too many today." },
    },
  },
  list: {
    description:
      "Lists the apps that can act for you, the latest first, each with its limit, its spending on this UTC day and in this UTC month, and its last use (accurate to the minute).",
  },
  revoke: {
    description:
      "Revokes an app's access. Its tokens stop working within 5 seconds. Active runs that it started continue.",
    errors: { 404: { not_found: "You have no such app, or its access was revoked." } },
  },
});
