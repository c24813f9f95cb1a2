import type { RegisteredSite } from "@/domain/site";
import { env } from "@/env";
import { createHackerNews } from "./connection";
import { facts } from "./facts";

/** Hacker News needs no credentials. */
export const hackernews: RegisteredSite = {
  ...facts,
  isSetUp: () => true,
  allowance: () => ({ clientId: facts.id, allShare: 1 }),
  connect: () =>
    createHackerNews({
      apiUrl: env().HACKERNEWS_API_URL,
      // Identifies us in the site's logs.
      userAgent: `Earshot (+${env().APP_URL})`,
    }),
};
