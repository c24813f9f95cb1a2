import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "./clock";
import { type ParsedRequest, CutConnection, html, json } from "./http";
import { Random } from "./random";
import { tooManyHtml, tooManyJson } from "./reddit/rate";
import { edgeBlock } from "./reddit/site";
import { refusal } from "./resend/responses";

/**
 * silence: accepts the request, waits for waitSeconds, then cuts the connection. slow: responds after
 * waitSeconds. html: a page instead of JSON, with `status` (200, 403, 429, 500, 503 …). json: a JSON error
 * with `status`, padded by `bytes`. text: the body `text` with `status`, such as a vendor's or proxy's error.
 * truncated: the first half of the right response. bloated: the right listing, with each row (or the one with
 * `fullname`) padded by `bytes`. too-many: 429 as JSON, or as a page with `page: true`, with `retryAfter`.
 * blocked: the CDN's 403 page. empty: an empty listing with 200, as for an invalid anchor. cut: the
 * connection closes before the request is processed. lost: the request is processed, but the response is
 * lost. mixed: a random mix of network and site errors.
 */
export const failureModes = [
  ...(["silence", "slow", "html", "json", "text", "truncated", "bloated", "too-many", "blocked"] as const),
  ...(["empty", "cut", "lost", "mixed"] as const),
] as const;
export type FailureMode = (typeof failureModes)[number];

export type Service =
  | "reddit"
  | "hackernews"
  | "lobsters"
  | "news"
  | "fediverse"
  | "bluesky"
  | "github"
  | "discourse"
  | "feeds"
  | "lemmy"
  | "stackexchange"
  | "resend"
  | "stripe"
  | "upstash"
  | "push"
  | "receivers"
  | "telegram";

export interface FailureRule {
  mode: FailureMode;
  /** Default: reddit. */
  service?: Service;
  /** Limits the rule to a path (a regular expression below the service), a listing's subreddit, or a kind. */
  path?: string;
  subreddit?: string;
  kind?: "post" | "comment";
  /** Number of requests affected. Default: all. */
  count?: number;
  /** Number of matching requests to let through first. */
  skip?: number;
  /** How long the rule applies, by the sandbox's clock. */
  seconds?: number;
  /** Share of matching requests affected, chosen by the seed. */
  share?: number;
  status?: number;
  retryAfter?: string | number;
  page?: boolean;
  text?: string;
  /** For bloated, default: 1,000,000. For json, default: 0. */
  bytes?: number;
  fullname?: string;
  /** For silence and slow, by the wall clock. Default: 30. */
  waitSeconds?: number;
}

interface Rule extends FailureRule {
  id: number;
  untilMs: number;
}

/** The failure to apply to a request. */
export interface Verdict {
  delay: () => Promise<void>;
  /** Returns a replacement for the response, or null. */
  replace: () => Response | null;
  /** Changes the real response. */
  finish: (response: Response) => Response | Promise<Response>;
}

const fine: Verdict = { delay: async () => {}, replace: () => null, finish: (response) => response };
const badDay: readonly FailureMode[] = ["html", "json", "truncated", "cut", "too-many"];

export class Failures {
  readonly #clock: Clock;
  readonly #seed: number;
  #random: Random;
  #rules: Rule[] = [];
  #nextId = 1;
  #hits = 0;

  constructor(clock: Clock, seed: number) {
    this.#clock = clock;
    this.#seed = seed;
    this.#random = new Random(seed);
  }

  /** Number of failures applied. */
  get hits(): number {
    return this.#hits;
  }

  get rules(): readonly FailureRule[] {
    return this.#rules;
  }

  /** Adds a rule and returns its id. Later rules take precedence. */
  set(rule: FailureRule): number {
    const id = this.#nextId++;
    const untilMs = rule.seconds === undefined ? Infinity : this.#clock.nowMs() + rule.seconds * 1000;
    this.#rules.unshift({ ...rule, id, untilMs });
    return id;
  }

  clear(id?: number): void {
    this.#rules = id === undefined ? [] : this.#rules.filter((rule) => rule.id !== id);
  }

  reset(): void {
    this.clear();
    this.#random = new Random(this.#seed);
    this.#hits = 0;
  }

  decide(service: Service, request: Pick<ParsedRequest, "path">): Verdict {
    if (this.#rules.length === 0) return fine;
    const now = this.#clock.nowMs();
    this.#rules = this.#rules.filter((rule) => rule.untilMs > now && rule.count !== 0);
    const rule = this.#rules.find((one) => fits(one, service, request) && this.#hitsThisOne(one));
    if (rule === undefined) return fine;
    if (rule.count !== undefined) rule.count -= 1;
    this.#hits += 1;
    const mode = rule.mode === "mixed" ? this.#random.pick(badDay) : rule.mode;
    const status = rule.mode === "mixed" ? this.#random.pick([200, 500, 502, 503]) : rule.status;
    return verdictFor({ ...rule, mode, status }, service);
  }

  #hitsThisOne(rule: Rule): boolean {
    if (rule.skip !== undefined && rule.skip > 0) {
      rule.skip -= 1;
      return false;
    }
    return rule.share === undefined || this.#random.chance(rule.share);
  }
}

function fits(rule: Rule, service: string, request: Pick<ParsedRequest, "path">): boolean {
  if ((rule.service ?? "reddit") !== service) return false;
  if (rule.path !== undefined && !new RegExp(rule.path).test(request.path)) return false;
  const [, multi = "", what] = /^\/r\/([^/]+)\/(new|comments|about)/.exec(request.path) ?? [];
  if (rule.kind !== undefined && what !== (rule.kind === "post" ? "new" : "comments")) return false;
  if (rule.subreddit === undefined) return true;
  return decodeURIComponent(multi).toLowerCase().split("+").includes(rule.subreddit.toLowerCase());
}

function verdictFor(rule: FailureRule, service: Service): Verdict {
  const waitMs = (rule.waitSeconds ?? 30) * 1000;
  switch (rule.mode) {
    case "slow":
      return { ...fine, delay: () => wait(waitMs) };
    case "silence":
      return { ...fine, delay: () => wait(waitMs).then(cutConnection) };
    case "truncated":
      return { ...fine, finish: truncate };
    case "bloated":
      return { ...fine, finish: (response) => bloat(response, rule) };
    case "cut":
      return { ...fine, replace: cutConnection };
    case "lost":
      return { ...fine, finish: cutConnection };
    default:
      return { ...fine, replace: () => responseFor(rule, service) };
  }
}

/** Doesn't keep the process alive. */
async function wait(ms: number): Promise<void> {
  await sleep(ms, undefined, { ref: false });
}

function cutConnection(): never {
  throw new CutConnection();
}

async function truncate(response: Response): Promise<Response> {
  if (response.body === null) return response;
  const body = await response.text();
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  return new Response(body.slice(0, Math.floor(body.length / 2)), { status: response.status, headers });
}

async function bloat(response: Response, { bytes = 1_000_000, fullname }: FailureRule): Promise<Response> {
  const body: unknown = await response.json();
  const { data } = body as { data?: { children?: { data: Record<string, unknown> }[] } };
  for (const child of data?.children ?? [])
    if (fullname === undefined || child.data.name === fullname) child.data.media_metadata = "x".repeat(bytes);
  return json(response.status, body, Object.fromEntries(response.headers));
}

function responseFor(rule: FailureRule, service: Service): Response {
  const retryAfter = rule.retryAfter === undefined ? null : String(rule.retryAfter);
  const headers: Record<string, string> = retryAfter === null ? {} : { "retry-after": retryAfter };
  const status = rule.status ?? 500;
  if (rule.mode === "blocked") return edgeBlock();
  if (rule.mode === "text") return new Response(rule.text ?? "", { status, headers });
  if (rule.mode === "html")
    return html(
      status,
      `<!doctype html><html><title>Ow!</title><h2>all of our servers are busy right now</h2><p>(error code: ${status})</p></html>`,
      headers,
    );
  if (rule.mode === "empty") {
    return json(200, {
      kind: "Listing",
      data: { after: null, before: null, dist: 0, modhash: null, geo_filter: "", children: [] },
    });
  }
  if (rule.mode === "too-many") {
    if (rule.page === true) return tooManyHtml(retryAfter);
    if (service === "resend") return refusal(429, "rate_limit_exceeded", "Too many requests.", headers);
    const response = tooManyJson();
    if (retryAfter !== null) response.headers.set("retry-after", retryAfter);
    return response;
  }
  if (service === "stripe")
    return json(status, { error: { type: "api_error", message: "An unexpected error occurred." } }, headers);
  if (service === "resend")
    return refusal(status, "internal_server_error", "An unexpected error occurred.", headers);
  return json(
    status,
    {
      message: status === 500 ? "Internal Server Error" : "Error",
      error: status,
      ...(rule.bytes !== undefined && { detail: "x".repeat(rule.bytes) }),
    },
    headers,
  );
}
