import { guardedFetch } from "@/adapters/guarded-fetch/process-wide";
import type { RegisteredSite } from "@/domain/reading/site";
import { createDiscourse } from "./connection";
import { facts } from "./facts";
import { parsePost, parsePosts, parseTitle } from "./parse";
import { isAllowed } from "../robots/robots";

export const discourse: RegisteredSite = {
  ...facts,
  isSetUp: () => true,
  allowance: () => ({ clientId: facts.id, allShare: 0 }),
  parsers: [parsePosts, parsePost, parseTitle, isAllowed],
  connect: (inThread) =>
    createDiscourse({
      fetch: guardedFetch,
      parse: {
        posts: inThread(parsePosts),
        post: inThread(parsePost),
        title: inThread(parseTitle),
        isAllowed: inThread(isAllowed),
      },
    }),
};
