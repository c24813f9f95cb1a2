import { guardedFetch } from "@/adapters/guarded-fetch/process-wide";
import type { RegisteredSite } from "@/domain/reading/site";
import { isAllowed } from "../robots/robots";
import { createLemmy } from "./connection";
import { facts } from "./facts";
import { parseCommunity, parseError, parseList, parseNodeInfo, parseOne } from "./parse";

export const lemmy: RegisteredSite = {
  ...facts,
  isSetUp: () => true,
  allowance: () => ({ clientId: facts.id, allShare: 0 }),
  parsers: [parseList, parseOne, parseError, parseNodeInfo, parseCommunity, isAllowed],
  connect: (inThread) =>
    createLemmy({
      fetch: guardedFetch,
      parse: {
        list: inThread(parseList),
        one: inThread(parseOne),
        error: inThread(parseError),
        nodeInfo: inThread(parseNodeInfo),
        community: inThread(parseCommunity),
        isAllowed: inThread(isAllowed),
      },
    }),
};
