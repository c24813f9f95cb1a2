import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { Clock, type ClockMode } from "./clock";
import { answerControl } from "./control";
import { type DiscourseOptions, DiscourseSite, serveForums } from "./discourse/forums";
import { Failures, type Service } from "./failures";
import { type Ask, askOf, CutConnection, json } from "./http";
import { HackerNewsSite } from "./hackernews/site";
import { type HackerNewsOptions, HackerNewsWorld } from "./hackernews/world";
import { answerHackerNewsPage } from "./hackernews/write-page";
import { indexPage } from "./index-page";
import { FeedsSite } from "./feeds/site";
import { answerFeedsPage } from "./feeds/write-page";
import type { Certificate } from "./push/certificate";
import { pushPage } from "./push/page";
import { PushService } from "./push/push";
import { isApi, RedditSite } from "./reddit/site";
import { World, type WorldOptions } from "./reddit/world";
import { answerRedditPage } from "./reddit/write-page";
import type { Mail } from "./resend/mail";
import { mailboxPage } from "./resend/mailbox";
import { createResend, type Resend } from "./resend/resend";
import { closed, listen, serveRequest } from "./socket";
import type { StandIns } from "./stand-ins";
import { answerPage } from "./stripe/pages";
import { Stripe } from "./stripe/stripe";
import { Upstash } from "./upstash/upstash";

const webhookSecret = "whsec_c2FuZGJveC13ZWJob29rLXNlY3JldA==";

export interface SandboxOptions extends Partial<WorldOptions> {
  /** What is written on Hacker News and in forums; by itself nothing where `stream` is false. */
  hackerNews?: Partial<HackerNewsOptions>;
  discourse?: Partial<DiscourseOptions>;
  /** Default: real. */
  clock?: ClockMode;
  /** Where the sandbox's clock starts; default: now. */
  startMs?: number;
  /** The application, to which is reported what became of its mails; without it nothing is. */
  appUrl?: string;
  /** Resend's limit; far above its real one unless told. */
  requestsPerSecond?: number;
  /** The waits before a report is repeated that was not taken. */
  webhookWaitsMs?: readonly number[];
  /** Where Stripe's books are kept beyond this process. */
  stripeFile?: string;
}

/** The stand-ins without a socket: `handle` takes a request whose path begins with the service's prefix. */
export class Sandbox implements StandIns {
  readonly clock: Clock;
  readonly world: World;
  readonly failures: Failures;
  readonly reddit: RedditSite;
  readonly hackerNews: HackerNewsSite;
  readonly feeds: FeedsSite;
  readonly discourse: DiscourseSite;
  readonly resend: Resend;
  readonly stripe: Stripe;
  readonly upstash = new Upstash();
  readonly push: PushService;

  constructor(options: SandboxOptions = {}) {
    this.clock = new Clock(options.clock ?? "real", options.startMs);
    this.world = new World(this.clock, options);
    this.failures = new Failures(this.clock, options.seed ?? 1);
    this.reddit = new RedditSite(this.world, this.clock);
    const ownPace = options.stream === false ? { perSecond: 0, perMinute: 0 } : {};
    const often = { seed: options.seed ?? 1, ...ownPace };
    this.hackerNews = new HackerNewsSite(
      new HackerNewsWorld(this.clock, { ...often, ...options.hackerNews }),
    );
    this.feeds = new FeedsSite(this.clock, { hasHistory: options.stream !== false });
    this.discourse = new DiscourseSite(this.clock, { ...often, ...options.discourse });
    const hooks = options.appUrl === undefined ? null : `${options.appUrl.replace(/\/+$/, "")}/api/webhooks`;
    this.push = new PushService(this.clock);
    this.resend = createResend({
      now: () => this.clock.now(),
      webhookUrl: hooks === null ? null : `${hooks}/resend`,
      webhookSecret,
      requestsPerSecond: options.requestsPerSecond,
      webhookWaitsMs: options.webhookWaitsMs,
    });
    this.stripe = new Stripe({
      clock: this.clock,
      webhookUrl: hooks === null ? null : `${hooks}/stripe`,
      file: options.stripeFile,
      webhookWaitsMs: options.webhookWaitsMs,
    });
  }

  /** Everything as it was at the start. */
  reset(): void {
    this.failures.reset();
    this.world.reset();
    this.reddit.reset();
    this.hackerNews.world.reset();
    this.hackerNews.reset();
    this.feeds.reset();
    this.discourse.reset();
    this.resend.reset();
    this.stripe.reset();
    this.upstash.reset();
    this.push.reset();
  }

  /** Throws CutConnection where a failure mode ends the connection instead of answering. */
  async handle(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const [, prefix = "", path = "/"] = /^\/([^/]*)(\/.*)?$/.exec(url.pathname) ?? [];
    switch (prefix) {
      case "":
        return indexPage();
      case "reddit":
        return this.#redditAt(request, path, url.searchParams);
      case "hackernews":
        return this.#hackerNewsAt(request, path, url.searchParams);
      case "feeds":
        return this.#feedsAt(request, path, url.searchParams);
      case "discourse":
        return this.discourse.page(await askOf(request, path, url.searchParams));
      case "resend":
        return this.#resendAt(request, path);
      case "stripe":
        return this.#stripeAt(request, path, url.searchParams);
      case "upstash":
        return this.#judged("upstash", { path }, () => this.upstash.handle(request, path));
      case "push":
        if (path === "/") return pushPage(this.push);
        return this.#judged("push", { path }, () => this.push.handle(request, path));
      case "mailbox":
      case "mailbox.json":
        return mailboxPage(this.resend.mails(), request, url.pathname);
      case "control":
        return answerControl(this, await askOf(request, path, url.searchParams));
      default:
        return json(404, { message: "The sandbox has nothing here." });
    }
  }

  async #redditAt(request: Request, path: string, query: URLSearchParams): Promise<Response> {
    const ask = await askOf(request, path, query);
    if (!isApi(ask)) return answerRedditPage(this.world, ask);
    const verdict = this.failures.decide("reddit", ask);
    await verdict.delay();
    return verdict.finish(this.reddit.answer(ask, verdict.replace));
  }

  async #hackerNewsAt(request: Request, path: string, query: URLSearchParams): Promise<Response> {
    const ask = await askOf(request, path, query);
    if (!path.startsWith("/v0/")) return answerHackerNewsPage(this.hackerNews.world, ask);
    return this.#judged("hackernews", ask, () => this.hackerNews.answer(ask));
  }

  async #feedsAt(request: Request, path: string, query: URLSearchParams): Promise<Response> {
    const ask = await askOf(request, path, query);
    if (path === "/" || path === "/write") return answerFeedsPage(this.feeds, ask);
    return this.#judged("feeds", ask, () => this.feeds.answer(ask));
  }

  async #resendAt(request: Request, path: string): Promise<Response> {
    const verdict = this.failures.decide("resend", { path });
    await verdict.delay();
    const failed = verdict.replace();
    if (failed !== null) return failed;
    const answer = await this.resend.handle(request, path);
    if (answer === "destroy") throw new CutConnection();
    // Nobody waits that long; the connection ends with the server or with the client's patience.
    if (answer === "silence") return new Promise<never>(() => {});
    return verdict.finish(answer);
  }

  async #stripeAt(request: Request, path: string, query: URLSearchParams): Promise<Response> {
    const ask = await askOf(request, path, query);
    if (!path.startsWith("/v1/")) return answerPage(this.stripe, ask);
    return this.#judged("stripe", ask, () => this.stripe.answer(ask));
  }

  /** The answer, unless something is to go wrong with it. */
  async #judged(
    service: Service,
    ask: Pick<Ask, "path">,
    answer: () => Response | Promise<Response>,
  ): Promise<Response> {
    const verdict = this.failures.decide(service, ask);
    await verdict.delay();
    return verdict.replace() ?? verdict.finish(await answer());
  }
}

export function createSandbox(options: SandboxOptions = {}): Sandbox {
  return new Sandbox(options);
}

type Parts = Pick<
  Sandbox,
  "world" | "failures" | "reddit" | "hackerNews" | "feeds" | "discourse" | "resend" | "stripe" | "push"
>;

export interface StartedSandbox extends Parts {
  url: string;
  port: number;
  /** Of what people name by address. */
  placesPort: number;
  sandbox: Sandbox;
  /** Of the push service; null where it has no certificate. */
  pushPort: number | null;
  /** What was sent, oldest first. */
  mails(): Mail[];
  close(): Promise<void>;
}

interface Ports {
  port?: number;
  /** Of what people name by address: settings of ours lead to the other one, which is refused to them. */
  placesPort?: number;
  forumPort?: number;
  pushPort?: number;
  /** Of the push service, which speaks https; without one it does not listen. */
  certificate?: Certificate;
}

/** Starts it on loopback, on free ports unless told which. */
export async function startSandbox(options: SandboxOptions & Ports = {}): Promise<StartedSandbox> {
  const sandbox = new Sandbox(options);
  const serve = (request: IncomingMessage, response: ServerResponse) =>
    void serveRequest((asked) => sandbox.handle(asked), request, response);
  const server = createServer(serve);
  const port = await listen(server, options.port);
  const places = createServer(serve);
  const placesPort = await listen(places, options.placesPort);
  sandbox.feeds.origin = `http://127.0.0.1:${placesPort}`;
  const endForums = await serveForums(sandbox, options.forumPort, port);
  const secure = options.certificate && createSecureServer(options.certificate, serve);
  const pushPort = secure ? await listen(secure, options.pushPort) : null;
  if (pushPort !== null) sandbox.push.origin = `https://127.0.0.1:${pushPort}`;
  const { world, failures, reddit, hackerNews, feeds, discourse, resend, stripe, push } = sandbox;
  return {
    url: `http://127.0.0.1:${port}`,
    ...{ port, placesPort, pushPort, sandbox },
    ...{ world, failures, reddit, hackerNews, feeds, discourse, resend, stripe, push },
    mails: () => resend.mails(),
    close: async () => {
      sandbox.resend.reset();
      sandbox.stripe.webhooks.clear();
      await Promise.all([endForums(), ...[server, places, ...(secure ? [secure] : [])].map(closed)]);
    },
  };
}
