import type { GuardedFetch, GuardedReply } from "@/adapters/guarded-fetch/guarded-fetch";
import type { ThreadedParser } from "@/domain/reading/parser";
import { SiteError } from "@/domain/reading/site-error";
import { isPage } from "../guarded";
import { createPoliteRequest } from "../robots/polite-request";
import type { RobotsQuery } from "../robots/robots";
import { getBase, type ItemLetter } from "./address";
import type {
  Fault,
  InstanceResponse,
  parseCommunity,
  parseError,
  parseList,
  parseNodeInfo,
  parseOne,
  List,
  Row,
} from "./parse";
import { isGone, toRefusal } from "./refusals";

export interface Parsers {
  list: ThreadedParser<InstanceResponse, ReturnType<typeof parseList>>;
  one: ThreadedParser<InstanceResponse, ReturnType<typeof parseOne>>;
  error: ThreadedParser<Parameters<typeof parseError>[0], ReturnType<typeof parseError>>;
  nodeInfo: ThreadedParser<Parameters<typeof parseNodeInfo>[0], ReturnType<typeof parseNodeInfo>>;
  community: ThreadedParser<InstanceResponse, ReturnType<typeof parseCommunity>>;
  isAllowed: ThreadedParser<RobotsQuery, boolean>;
}

/** The versions of the API: Lemmy up to 1.0, Lemmy 1.0 without the older one, and PieFed. */
type Version = "v3" | "v4" | "alpha";
const versions: Readonly<Record<string, Version>> = { lemmy: "v3", piefed: "alpha" };

const retentionMs = 24 * 3_600_000;
const maxKept = 10_000;
/** Rows per page. Instances refuse more. */
export const perPage = 50;

export function createInstances(how: { fetch: GuardedFetch; parse: Parsers; now: () => number }) {
  const { fetch, parse, now } = how;
  const known = new Map<string, { version: Version; untilMs: number }>();

  const request = createPoliteRequest({ fetch, isAllowed: parse.isAllowed, toRefusal, now });

  /** Copied, because a small buffer shares its memory with others. */
  function responseOf(host: string, letter: ItemLetter, { body, headers }: GuardedReply): InstanceResponse {
    return { host, letter, body: new Uint8Array(body), contentType: headers.get("content-type") };
  }

  async function errorIn(host: string, reply: GuardedReply): Promise<string> {
    return isPage(reply) ? "" : (await parse.error(responseOf(host, "p", reply), host)).error;
  }

  function storeVersion(host: string, version: Version): Version {
    if (known.size >= maxKept) known.delete(known.keys().next().value!);
    known.set(host, { version, untilMs: now() + retentionMs });
    return version;
  }

  /** Reads the version from the instance's description. Without one, tries the oldest. */
  async function versionOf(host: string, signal?: AbortSignal): Promise<Version> {
    const stored = known.get(host);
    if (stored !== undefined && stored.untilMs > now()) return stored.version;
    const name = await softwareOf(host, signal);
    if (name === null) return storeVersion(host, "v3");
    const version = Object.hasOwn(versions, name) ? versions[name] : undefined;
    if (version === undefined)
      throw new SiteError("malformed", `This is ${name.slice(0, 40)}, not Lemmy or PieFed`);
    return storeVersion(host, version);
  }

  async function softwareOf(host: string, signal?: AbortSignal): Promise<string | null> {
    const info = async (address: string) => {
      const reply = await request(address, signal);
      if (reply.status === 429 || reply.status >= 500) throw toRefusal(reply, now());
      if (reply.status !== 200 || isPage(reply)) return null;
      return parse.nodeInfo(responseOf(host, "p", reply), host);
    };
    const links = await info(`${getBase(host)}/.well-known/nodeinfo`);
    const href = links?.href ?? null;
    if (href === null || !URL.canParse(href)) return null;
    // The description must be on the same host. Behind a proxy, its scheme can be wrong.
    const { pathname } = new URL(href);
    return (await info(`${getBase(host)}${pathname}`))?.name ?? null;
  }

  /** Lemmy 1.0 can be without the older API. */
  async function fetchApi(host: string, getPath: (version: Version) => string, signal?: AbortSignal) {
    const version = await versionOf(host, signal);
    const reply = await request(`${getBase(host)}/api/${version}/${getPath(version)}`, signal);
    if (reply.status !== 404 || version !== "v3") return { version, reply };
    const error = await errorIn(host, reply);
    if (isGone(reply, error) || /couldnt/i.test(error)) return { version, reply };
    const newer = await request(`${getBase(host)}/api/v4/${getPath("v4")}`, signal);
    if (newer.status === 404) return { version, reply };
    return { version: storeVersion(host, "v4"), reply: newer };
  }

  async function refused(host: string, reply: GuardedReply): Promise<SiteError> {
    return toRefusal(reply, now(), await errorIn(host, reply));
  }

  async function read<T extends object>(
    reply: GuardedReply,
    response: InstanceResponse,
    parser: ThreadedParser<InstanceResponse, T | Fault>,
  ): Promise<T> {
    if (reply.status !== 200) throw await refused(response.host, reply);
    if (isPage(reply))
      throw new SiteError("malformed", "Returned a web page; this doesn't look like a Lemmy instance", {
        status: 200,
      });
    const found = await parser(response, response.host);
    if ("fault" in found) throw new SiteError("malformed", found.fault, { status: 200 });
    return found;
  }

  return {
    /** A page of the newest items. `page` is its name from the previous page, or null for the first. */
    async list(
      host: string,
      letter: ItemLetter,
      page: string | null,
      signal?: AbortSignal,
    ): Promise<List & { next: string | null }> {
      const kind = letter === "p" ? "post" : "comment";
      const { version, reply } = await fetchApi(
        host,
        (api) => {
          const [type, sort] = api === "v4" ? ["all", "new"] : ["All", "New"];
          const at =
            api === "v4"
              ? page === null
                ? ""
                : `&page_cursor=${encodeURIComponent(page)}`
              : `&page=${page ?? "1"}`;
          return `${kind}/list?type_=${type}&sort=${sort}&limit=${perPage}${at}`;
        },
        signal,
      );
      const list = await read(reply, responseOf(host, letter, reply), parse.list);
      // Numbered pages end with an empty one.
      const next =
        version === "v4"
          ? list.nextPage
          : list.rows.length + list.skipped === 0
            ? null
            : String(Number(page ?? "1") + 1);
      return { ...list, next };
    },
    async one(host: string, letter: ItemLetter, id: number, signal?: AbortSignal): Promise<Row | null> {
      const { reply } = await fetchApi(host, () => `${letter === "p" ? "post" : "comment"}?id=${id}`, signal);
      if (reply.status !== 200 && isGone(reply, await errorIn(host, reply))) return null;
      return (await read(reply, responseOf(host, letter, reply), parse.one)).row;
    },
    /** The home of a community. Null if it isn't public. */
    async community(host: string, name: string, signal?: AbortSignal) {
      const { reply } = await fetchApi(host, () => `community?name=${encodeURIComponent(name)}`, signal);
      return (await read(reply, responseOf(host, "p", reply), parse.community)).home;
    },
  };
}
export type Instances = ReturnType<typeof createInstances>;
