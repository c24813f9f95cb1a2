import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "./clock";
import { type Ask, CutConnection, html, json } from "./http";
import { Random } from "./random";
import { tooManyHtml, tooManyJson } from "./reddit/rate";
import { edgeBlock } from "./reddit/site";
import { refusal } from "./resend/responses";

/**
 * silence: accepts and says nothing for waitSeconds, then cuts. slow: answers after waitSeconds.
 * html: a page instead of JSON, with `status` (200, 403, 429, 500, 503 …). json: an error in JSON, with `status`, larger by
 * `bytes`. text: the body `text` with `status`, such as an error in the vendor's words or a proxy's.
 * truncated: the right answer, cut in half. bloated: the right listing, each row (or the one with `fullname`) larger by
 * `bytes`. too-many: 429 as JSON, or as a page with `page: true`, with `retryAfter`.
 * blocked: the edge's 403 page. empty: an empty listing with 200, as a dead anchor answers for ever.
 * cut: the connection ends before anything was done. lost: everything is done, and the answer never arrives.
 * mixed: one of all that the network and the site do on a bad day.
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
  | "bluesky"
  | "discourse"
  | "feeds"
  | "resend"
  | "stripe"
  | "upstash"
  | "push"
  | "receivers";

export interface FailureRule {
  mode: FailureMode;
  /** Default: reddit. */
  service?: Service;
  /** Only these: a regular expression over the path below the service, a member of the listing, its kind. */
  path?: string;
  subreddit?: string;
  kind?: "post" | "comment";
  /** How many requests it hits; default: all. */
  count?: number;
  /** How many matching requests pass before the first is hit. */
  skip?: number;
  /** How long it is in force, by the sandbox's clock. */
  seconds?: number;
  /** The share of matching requests that it hits, by the sandbox's seed. */
  share?: number;
  status?: number;
  retryAfter?: string | number;
  page?: boolean;
  text?: string;
  /** Of bloated; default: a million. Of json; default: none. */
  bytes?: number;
  fullname?: string;
  /** Of silence and slow, by the wall clock; default: 30. */
  waitSeconds?: number;
}

interface Rule extends FailureRule {
  id: number;
  untilMs: number;
}

/** What is to go wrong with one request. */
export interface Verdict {
  delay: () => Promise<void>;
  /** An answer in place of the real one. */
  replace: () => Response | null;
  /** What becomes of the real one. */
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

  /** How many requests went wrong on purpose. */
  get hits(): number {
    return this.#hits;
  }

  get rules(): readonly FailureRule[] {
    return this.#rules;
  }

  /** Adds a rule; the answer is its id. The newest that fits wins. */
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

  decide(service: Service, ask: Pick<Ask, "path">): Verdict {
    if (this.#rules.length === 0) return fine;
    const now = this.#clock.nowMs();
    this.#rules = this.#rules.filter((rule) => rule.untilMs > now && rule.count !== 0);
    const rule = this.#rules.find((one) => fits(one, service, ask) && this.#hitsThisOne(one));
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

function fits(rule: Rule, service: string, ask: Pick<Ask, "path">): boolean {
  if ((rule.service ?? "reddit") !== service) return false;
  if (rule.path !== undefined && !new RegExp(rule.path).test(ask.path)) return false;
  const [, multi = "", what] = /^\/r\/([^/]+)\/(new|comments|about)/.exec(ask.path) ?? [];
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
      return { ...fine, replace: () => answerOf(rule, service) };
  }
}

/** A process that ends need not sit through it. */
async function wait(ms: number): Promise<void> {
  await sleep(ms, undefined, { ref: false });
}

function cutConnection(): never {
  throw new CutConnection();
}

async function truncate(response: Response): Promise<Response> {
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

function answerOf(rule: FailureRule, service: Service): Response {
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
