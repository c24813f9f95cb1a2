import { perProcess } from "@/adapters/per-process";
import { env, type Env } from "@/env";
import { createGuardedFetch, type GuardedFetch } from "./guarded-fetch";
import { createGuardedPost, type GuardedPost } from "./guarded-post";
import { LocalAddresses } from "./local-addresses";
import { resolveInside, resolveOutside } from "./resolve";
import type { OwnAddress } from "./target";
import { isUrl } from "@/domain/text/url";

export const guardedFetch: GuardedFetch = (query) => {
  const create = () => createGuardedFetch({ ...rules(), timeoutMs: 10_000, spacingMs: 1_000 });
  return perProcess("earshotGuardedFetch", create)(query);
};

export const guardedPost: GuardedPost = (query) => {
  return perProcess("earshotGuardedPost", () => createGuardedPost(rules()))(query);
};

function rules() {
  return {
    userAgent: getUserAgent(env()),
    local: new LocalAddresses(env().LOCAL_ADDRESSES ?? []),
    own: ownAddresses(env()),
    resolveInside,
    resolveOutside,
  };
}

/** Our name and contact address. Headers can only contain printable ASCII. */
export function getUserAgent({ APP_URL, SUPPORT_EMAIL }: Pick<Env, "APP_URL" | "SUPPORT_EMAIL">): string {
  return `Earshot (+${APP_URL}; ${SUPPORT_EMAIL})`.replace(/[^\x20-\x7e]/g, "");
}

type OwnSettings = Pick<
  Env,
  "APP_URL" | "PORT" | "DATABASE_URL" | "DIRECT_DATABASE_URL" | "UPSTASH_REDIS_REST_URL"
>;

/** Addresses that users must not reach through us: the app, the database and the rate limit store. */
export function ownAddresses(set: OwnSettings): OwnAddress[] {
  const named = [set.APP_URL, set.DATABASE_URL, set.DIRECT_DATABASE_URL, set.UPSTASH_REDIS_REST_URL];
  const theirs = named.flatMap((address) => (address === undefined ? [] : [ownAddress(address)]));
  return [{ host: null, port: String(set.PORT) }, ...theirs];
}

const usualPorts: Readonly<Record<string, string>> = { "https:": "443", "http:": "80" };
const postgresPort = "5432";

/** A database URL can name a socket instead of a host. */
function ownAddress(address: string): OwnAddress {
  if (!isUrl(address)) return { host: null, port: postgresPort };
  const { hostname, port, protocol } = new URL(address);
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, "");
  return { host: host || null, port: port || (usualPorts[protocol] ?? postgresPort) };
}
