import { guardedFetch } from "@/adapters/guarded-fetch/process-wide";
import type { RegisteredSite } from "@/domain/site";
import { createDiscourse } from "./connection";
import { facts } from "./facts";

/** Forums of Discourse, which anybody may read. */
export const discourse: RegisteredSite = {
  ...facts,
  isSetUp: () => true,
  allowance: () => ({ clientId: facts.id, allShare: 0 }),
  connect: () => createDiscourse({ fetch: guardedFetch }),
};
