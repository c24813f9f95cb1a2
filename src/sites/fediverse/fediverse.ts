import { guardedFetch } from "@/adapters/guarded-fetch/process-wide";
import type { RegisteredSite } from "@/domain/reading/site";
import { everySite } from "@/domain/reading/site-texts";
import { env } from "@/env";
import { getTag } from "./address";
import { createFediverse } from "./connection";
import { facts } from "./facts";
import { getInstance, type Instance } from "./instances";
import { parsePage } from "./pages";
import { parsePosts } from "./posts";

function instances(): Instance[] {
  return env().FEDIVERSE_INSTANCES.flatMap((entry) => getInstance(entry) ?? []);
}

function isAllowed(name: string): boolean {
  const named = getTag(name);
  return named === null || instances().some((one) => one.name === named.instance);
}

export const fediverse: RegisteredSite = {
  ...facts,
  isPlaceName: (name) => facts.isPlaceName(name) && isAllowed(name),
  strippedName: (typed) => {
    const name = facts.strippedName(typed);
    const first = /^#[^@\s]+$/.test(name) ? instances()[0] : undefined;
    return first === undefined ? name : `${name}@${first.name}`;
  },
  toRefusal: (name, health) => {
    const named = getTag(name);
    if (named === null) return null;
    if (!isAllowed(name) || health === "banned")
      return `Earshot reads hashtags on ${everySite(instances().map((one) => one.name))} only`;
    if (health === "private") return `${named.instance} shows hashtags only to its members`;
    return health === "missing" ? `${named.instance} doesn't show hashtags` : null;
  },
  isSetUp: () => true,
  allowance: () => ({ clientId: facts.id, allShare: 1 }),
  parsers: [parsePage, parsePosts],
  connect: (inThread) =>
    createFediverse({
      streamUrl: env().FEDIVERSE_STREAM_URL,
      instances: instances(),
      userAgent: `Earshot (+${env().APP_URL})`,
      fetch: guardedFetch,
      parsePage: inThread(parsePage),
      parsePosts: inThread(parsePosts),
    }),
};
