import type { RegisteredSite } from "@/domain/site";
import { env } from "@/env";
import { createReddit } from "./connection";
import { facts } from "./facts";

/** Reddit, as its data API shows it to an application. */
export const reddit: RegisteredSite = {
  ...facts,
  allowance: () => ({ clientId: env().REDDIT_CLIENT_ID, allShare: env().REDDIT_ALL_SHARE }),
  connect: () =>
    createReddit({
      clientId: env().REDDIT_CLIENT_ID,
      clientSecret: env().REDDIT_CLIENT_SECRET,
      userAgent: env().REDDIT_USER_AGENT,
      authUrl: env().REDDIT_AUTH_URL,
      apiUrl: env().REDDIT_API_URL,
    }),
};
