import type { RegisteredSite } from "@/domain/reading/site";
import { env } from "@/env";
import { createReddit } from "./connection";
import { facts } from "./facts";

export const reddit: RegisteredSite = {
  ...facts,
  isSetUp: () => env().REDDIT_CLIENT_ID !== undefined,
  allowance: () => ({ clientId: credentials().clientId, allShare: env().REDDIT_ALL_SHARE }),
  connect: () =>
    createReddit({
      ...credentials(),
      authUrl: env().REDDIT_AUTH_URL,
      apiUrl: env().REDDIT_API_URL,
    }),
};

/** Only called if the site is enabled, so the settings exist. */
function credentials() {
  const { REDDIT_CLIENT_ID = "", REDDIT_CLIENT_SECRET = "", REDDIT_USER_AGENT = "" } = env();
  return { clientId: REDDIT_CLIENT_ID, clientSecret: REDDIT_CLIENT_SECRET, userAgent: REDDIT_USER_AGENT };
}
