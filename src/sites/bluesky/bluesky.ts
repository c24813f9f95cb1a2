import type { RegisteredSite } from "@/domain/reading/site";
import { env } from "@/env";
import { createBluesky } from "./connection";
import { facts } from "./facts";

export const bluesky: RegisteredSite = {
  ...facts,
  isSetUp: () => true,
  allowance: () => ({ clientId: facts.id, allShare: 1 }),
  connect: () =>
    createBluesky({
      streamUrls: env().BLUESKY_STREAM_URLS,
      apiUrl: env().BLUESKY_API_URL,
      userAgent: `Earshot (+${env().APP_URL})`,
    }),
};
