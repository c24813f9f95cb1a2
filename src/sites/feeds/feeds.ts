import { guardedFetch } from "@/adapters/guarded-fetch/process-wide";
import type { RegisteredSite } from "@/domain/reading/site";
import { createFeeds } from "./connection";
import { facts } from "./facts";
import { parseResponse } from "./parse";

export const feeds: RegisteredSite = {
  ...facts,
  isSetUp: () => true,
  allowance: () => ({ clientId: facts.id, allShare: 0 }),
  parsers: [parseResponse],
  connect: (inThread) => createFeeds({ fetch: guardedFetch, parse: inThread(parseResponse) }),
};
