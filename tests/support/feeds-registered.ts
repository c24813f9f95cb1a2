import type { RegisteredSite } from "@/domain/site";
import { sites } from "@/sites/registry";
import { facts } from "@/sites/feeds/facts";

/*
 * Feeds can be read, and can't be chosen yet: who reads them in a test knows them before watches are compiled, which is why
 * this is imported first.
 */
const feeds: RegisteredSite = {
  ...facts,
  isSetUp: () => false,
  allowance: () => ({ clientId: facts.id, allShare: 0 }),
  connect: () => {
    throw new Error("a test connects its own");
  },
};
Object.assign(sites, { [facts.id]: feeds });
