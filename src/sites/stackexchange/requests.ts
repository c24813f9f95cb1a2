import type { ThreadedParser } from "@/domain/reading/parser";
import { SiteError, type Rate } from "@/domain/reading/site-error";
import { send, type Reply } from "../http";
import { parseReply } from "../responses";
import { envelope, getRate, throwFault, type Envelope } from "./envelope";
import type { Row } from "./rows";

const timeoutMs = 10_000;
const maxBytes = 20 * 1024 * 1024;

export interface RequestSettings {
  url: string;
  key: string | undefined;
  userAgent: string;
  parseRows: ThreadedParser<readonly unknown[], (Row | null)[]>;
  now: () => number;
  timeoutMs?: number;
}

export interface ApiPage {
  rows: Row[];
  skipped: number;
  hasMore: boolean;
  total: number | null;
  /** The method must not be called before this time. */
  waitUntilMs: number;
  quota: number | null;
  rate: Rate;
}

/** Fields that aren't in the site's default filter. */
const fields = [
  ...["question.body_markdown", "question.tags", "answer.body_markdown", "answer.title", "answer.tags"],
  ...[
    "answer.link",
    "post.body_markdown",
    "post.title",
    "post.link",
    "comment.body_markdown",
    "comment.link",
  ],
];
export const usualFilter = "withbody";

/** Sends requests to the API. Never calls a method before the time that its last response asked for. */
export function createRequests(settings: RequestSettings) {
  const { url, key, userAgent, parseRows, now } = settings;
  /** Times before which a method must not be called, by name. '' is for all methods. */
  const closedUntilMs = new Map<string, number>();

  async function get(path: string, query: Record<string, string>, signal?: AbortSignal): Promise<Reply> {
    const search = new URLSearchParams({ ...query, ...(key !== undefined && { key }) });
    return send({
      ...{
        url: `${url}/2.3/${path}?${search}`,
        timeoutMs: settings.timeoutMs ?? timeoutMs,
        maxBytes,
        signal,
      },
      headers: { "user-agent": userAgent, accept: "application/json" },
    });
  }

  /** Throws without a request if the site asked to wait. */
  function checkOpen(method: string): void {
    const waitMs = Math.max(closedUntilMs.get("") ?? 0, closedUntilMs.get(method) ?? 0) - now();
    if (waitMs <= 0) return;
    throw new SiteError("rate-limited", "Stack Exchange asked to wait", {
      requested: false,
      reason: "backoff",
      retryAfterMs: waitMs,
    });
  }

  async function request(
    method: string,
    path: string,
    query: Record<string, string>,
    signal?: AbortSignal,
  ): Promise<Envelope> {
    checkOpen(method);
    const reply = await get(path, query, signal);
    try {
      throwFault(reply, now());
    } catch (error) {
      if (error instanceof SiteError && error.reason === "quota")
        closedUntilMs.set("", now() + (error.retryAfterMs ?? 0));
      throw error;
    }
    const found = parseReply(reply, envelope);
    if (found.backoff) closedUntilMs.set(method, now() + found.backoff * 1_000);
    return found;
  }

  let made: Promise<string> | null = null;

  async function makeFilter(signal?: AbortSignal): Promise<string> {
    try {
      const query = { include: fields.join(";"), exclude: "", base: "default", unsafe: "false" };
      const { items } = await request("filters", "filters/create", query, signal);
      const [first] = (items ?? []) as { filter?: unknown }[];
      return typeof first?.filter === "string" ? first.filter : usualFilter;
    } catch (error) {
      // Reading doesn't depend on it.
      if (!(error instanceof SiteError) || error.kind !== "malformed") throw error;
      return usualFilter;
    }
  }

  return {
    /** One page of rows of a site. `method` is 'questions', 'answers', 'comments' or 'posts'. */
    async page(
      method: string,
      query: Record<string, string>,
      how: { ids?: readonly number[]; site: string; signal?: AbortSignal },
    ): Promise<ApiPage> {
      const path = how.ids === undefined ? method : `${method}/${how.ids.join(";")}`;
      const found = await request(
        path === method ? method : `${method}/ids`,
        path,
        { site: how.site, pagesize: "100", ...query },
        how.signal,
      );
      const { items, total, has_more: hasMore, quota_max: quota } = found;
      // Neither rows nor a total: this isn't an answer.
      if (!items && typeof total !== "number")
        throw new SiteError("malformed", "unexpected response", { status: 200 });
      const rows = await parseRows(items ?? [], how.site);
      const known = rows.filter((row) => row !== null);
      return {
        rows: known,
        skipped: rows.length - known.length,
        hasMore: hasMore ?? rows.length >= 100,
        total: total ?? null,
        waitUntilMs: found.backoff ? now() + found.backoff * 1_000 : 0,
        quota: quota ?? null,
        rate: getRate(found, now()),
      };
    },
    async list(
      path: string,
      query: Record<string, string>,
      signal?: AbortSignal,
    ): Promise<{ items: unknown[]; rate: Rate }> {
      const found = await request(path.split("/", 1)[0]!, path, query, signal);
      if (!found.items) throw new SiteError("malformed", "unexpected response", { status: 200 });
      return { items: found.items, rate: getRate(found, now()) };
    },
    /** When all of these methods can be called (ms since the epoch). */
    opensAtMs: (methods: readonly string[]) =>
      Math.max(0, ...methods.map((method) => closedUntilMs.get(method) ?? 0)),
    waits: (): Record<string, number> =>
      Object.fromEntries([...closedUntilMs].filter(([, ms]) => ms > now())),
    wait(waits: Readonly<Record<string, number>>): void {
      for (const [method, ms] of Object.entries(waits))
        closedUntilMs.set(method, Math.max(closedUntilMs.get(method) ?? 0, ms));
    },
    filter(signal?: AbortSignal): Promise<string> {
      made ??= makeFilter(signal).catch((error: unknown) => {
        made = null;
        throw error;
      });
      return made;
    },
  };
}
export type Requests = ReturnType<typeof createRequests>;
