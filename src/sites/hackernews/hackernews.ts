import type { RegisteredSite } from "@/domain/reading/site";
import { env } from "@/env";
import { createHackerNews } from "./connection";
import { facts } from "./facts";

export const hackernews: RegisteredSite = {
  ...facts,
  isSetUp: () => true,
  allowance: () => ({ clientId: facts.id, allShare: 1 }),
  connect: () =>
    createHackerNews({
      apiUrl: env().HACKERNEWS_API_URL,
      userAgent: `Earshot (+${env().APP_URL})`,
    }),
};
