import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Clock, type ClockMode } from "./clock";
import { answerControl } from "./control";
import { Failures } from "./failures";
import { type Ask, CutConnection, json } from "./http";
import { indexPage } from "./index-page";
import { isApi, RedditSite } from "./reddit/site";
import { World, type WorldOptions } from "./reddit/world";
import { answerRedditPage } from "./reddit/write-page";
import type { Mail } from "./resend/mail";
import { mailboxPage } from "./resend/mailbox";
import { createResend, type Resend } from "./resend/resend";
import { serveRequest } from "./socket";
import { answerPage } from "./stripe/pages";
import { Stripe } from "./stripe/stripe";
import { Upstash } from "./upstash/upstash";

const webhookSecret = "whsec_c2FuZGJveC13ZWJob29rLXNlY3JldA==";

export interface SandboxOptions extends Partial<WorldOptions> {
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
export class Sandbox {
  readonly clock: Clock;
  readonly world: World;
  readonly failures: Failures;
  readonly reddit: RedditSite;
  readonly resend: Resend;
  readonly stripe: Stripe;
  readonly upstash = new Upstash();

  constructor(options: SandboxOptions = {}) {
    this.clock = new Clock(options.clock ?? "real", options.startMs);
    this.world = new World(this.clock, options);
    this.failures = new Failures(this.clock, options.seed ?? 1);
    this.reddit = new RedditSite(this.world, this.clock);
    const hooks = options.appUrl === undefined ? null : `${options.appUrl.replace(/\/+$/, "")}/api/webhooks`;
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
    this.resend.reset();
    this.stripe.reset();
    this.upstash.reset();
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
      case "resend":
        return this.#resendAt(request, path);
      case "stripe":
        return this.#stripeAt(request, path, url.searchParams);
      case "upstash":
        return this.#upstashAt(request, path);
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
    const verdict = this.failures.decide("stripe", ask);
    await verdict.delay();
    return verdict.replace() ?? verdict.finish(this.stripe.answer(ask));
  }

  async #upstashAt(request: Request, path: string): Promise<Response> {
    const verdict = this.failures.decide("upstash", { path });
    await verdict.delay();
    return verdict.finish(verdict.replace() ?? (await this.upstash.handle(request, path)));
  }
}

async function askOf(request: Request, path: string, query: URLSearchParams): Promise<Ask> {
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  const body = hasBody ? await request.text() : "";
  return { method: request.method, path, query, headers: request.headers, body };
}

export function createSandbox(options: SandboxOptions = {}): Sandbox {
  return new Sandbox(options);
}

export interface StartedSandbox {
  url: string;
  port: number;
  sandbox: Sandbox;
  world: World;
  failures: Failures;
  reddit: RedditSite;
  resend: Resend;
  stripe: Stripe;
  /** What was sent, oldest first. */
  mails(): Mail[];
  close(): Promise<void>;
}

/** Starts it on loopback, on a free port unless told which. */
export async function startSandbox(
  options: SandboxOptions & { port?: number } = {},
): Promise<StartedSandbox> {
  const sandbox = new Sandbox(options);
  const server = createServer((request, response) => void serveRequest(sandbox, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    sandbox,
    world: sandbox.world,
    failures: sandbox.failures,
    reddit: sandbox.reddit,
    resend: sandbox.resend,
    stripe: sandbox.stripe,
    mails: () => sandbox.resend.mails(),
    close: () =>
      new Promise((resolve) => {
        sandbox.resend.reset();
        sandbox.stripe.webhooks.clear();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
