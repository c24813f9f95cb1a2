import { BlueskySite } from "./bluesky/site";
import { handleBlueskyPage } from "./bluesky/write-page";
import { Clock } from "./clock";
import { handleControl } from "./control";
import { DiscourseSite } from "./discourse/site";
import { Failures, type Service } from "./failures";
import { GitHubSite } from "./github/site";
import { handleGitHubPage } from "./github/write-page";
import { type ParsedRequest, parseRequest, CutConnection, json } from "./http";
import { HackerNewsSite } from "./hackernews/site";
import { HackerNewsWorld } from "./hackernews/world";
import { handleHackerNewsPage } from "./hackernews/write-page";
import { indexPage } from "./index-page";
import { LemmySite } from "./lemmy/site";
import { LobstersSite } from "./lobsters/site";
import { LobstersWorld } from "./lobsters/world";
import { handleLobstersPage } from "./lobsters/write-page";
import { NewsSite } from "./news/site";
import { handleNewsPage } from "./news/write-page";
import { FediverseSite } from "./fediverse/site";
import { handleFediversePage } from "./fediverse/write-page";
import { FeedsSite } from "./feeds/site";
import { handleFeedsPage } from "./feeds/write-page";
import type { SandboxOptions } from "./options";
import { pushPage } from "./push/page";
import { PushService } from "./push/push";
import { receiversPage } from "./receivers/page";
import { Receivers } from "./receivers/receivers";
import { isApi, RedditSite } from "./reddit/site";
import { World } from "./reddit/world";
import { handleRedditPage } from "./reddit/write-page";
import { mailboxPage } from "./resend/mailbox";
import { createResend, type Resend } from "./resend/resend";
import type { StandIns } from "./stand-ins";
import { StackExchangeSite } from "./stackexchange/site";
import { handleStackExchangePage } from "./stackexchange/write-page";
import { handlePage } from "./stripe/pages";
import { Stripe } from "./stripe/stripe";
import { handleTelegramPage } from "./telegram/page";
import { Telegram, withChat } from "./telegram/telegram";
import { Upstash } from "./upstash/upstash";

const webhookSecret = "whsec_c2FuZGJveC13ZWJob29rLXNlY3JldA==";

/**
 * The mock services without a server. `handle` takes requests whose path starts with the service's prefix.
 */
export class Sandbox implements StandIns {
  readonly clock: Clock;
  readonly world: World;
  readonly failures: Failures;
  readonly reddit: RedditSite;
  readonly hackerNews: HackerNewsSite;
  readonly lobsters: LobstersSite;
  readonly news: NewsSite;
  readonly fediverse: FediverseSite;
  readonly bluesky: BlueskySite;
  readonly github: GitHubSite;
  readonly feeds: FeedsSite;
  readonly discourse: DiscourseSite;
  readonly lemmy: LemmySite;
  readonly stackExchange: StackExchangeSite;
  readonly resend: Resend;
  readonly stripe: Stripe;
  readonly upstash = new Upstash();
  readonly push: PushService;
  readonly receivers: Receivers;
  readonly telegram: Telegram;

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
    this.lobsters = new LobstersSite(new LobstersWorld(this.clock, { ...often, ...options.lobsters }));
    this.news = new NewsSite(this.clock, { ...often, ...options.news });
    this.fediverse = new FediverseSite(this.clock, { ...often, ...options.fediverse });
    this.bluesky = new BlueskySite(this.clock, { ...often, ...options.bluesky });
    this.github = new GitHubSite(this.clock, { ...often, ...options.github });
    this.feeds = new FeedsSite(this.clock, { hasHistory: options.stream !== false });
    this.discourse = new DiscourseSite(this.clock, { ...often, ...options.discourse });
    this.lemmy = new LemmySite(this.clock, { ...often, ...options.lemmy });
    this.stackExchange = new StackExchangeSite(this.clock, { ...often, ...options.stackExchange });
    const hooks = options.appUrl === undefined ? null : `${options.appUrl.replace(/\/+$/, "")}/api/webhooks`;
    this.push = new PushService(this.clock);
    this.receivers = new Receivers(this.clock);
    this.telegram = new Telegram(this.clock);
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

  reset(): void {
    this.failures.reset();
    this.world.reset();
    this.reddit.reset();
    this.hackerNews.world.reset();
    this.hackerNews.reset();
    this.lobsters.world.reset();
    this.lobsters.reset();
    this.news.reset();
    this.fediverse.reset();
    this.bluesky.reset();
    this.github.reset();
    this.feeds.reset();
    this.discourse.reset();
    this.lemmy.reset();
    this.stackExchange.reset();
    this.resend.reset();
    this.stripe.reset();
    this.upstash.reset();
    this.push.reset();
    this.receivers.reset();
    this.telegram.reset();
  }

  /** Throws CutConnection if a failure cuts the connection. */
  async handle(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const [, prefix = "", path = "/"] = /^\/([^/]*)(\/.*)?$/.exec(url.pathname) ?? [];
    const parsed = () => parseRequest(request, path, url.searchParams);
    switch (prefix) {
      case "":
        return indexPage();
      case "reddit":
        return this.#redditAt(request, path, url.searchParams);
      case "hackernews":
        return this.#siteAt("hackernews", this.hackerNews, await parsed(), handleHackerNewsPage);
      case "lobsters":
        return this.#siteAt("lobsters", this.lobsters, await parsed(), handleLobstersPage);
      case "news":
        return this.#siteAt("news", this.news, await parsed(), handleNewsPage);
      case "fediverse":
        return this.#siteAt("fediverse", this.fediverse, await parsed(), handleFediversePage);
      case "bluesky":
      case "bluesky2":
        return this.#siteAt("bluesky", this.bluesky, await parsed(), handleBlueskyPage);
      case "github":
        return this.#siteAt("github", this.github, await parsed(), handleGitHubPage);
      case "feeds":
        return this.#feedsAt(await parsed());
      case "discourse":
        return this.discourse.page(await parsed());
      case "lemmy":
        return this.lemmy.page(await parsed());
      case "stackexchange":
        return this.#siteAt("stackexchange", this.stackExchange, await parsed(), handleStackExchangePage);
      case "resend":
        return this.#resendAt(request, path);
      case "stripe":
        return this.#stripeAt(await parsed());
      case "upstash":
        return this.#judged("upstash", { path }, () => this.upstash.handle(request, path));
      case "push":
        if (path === "/") return pushPage(this.push);
        return this.#judged("push", { path }, () => this.push.handle(request, path));
      case "receivers":
        if (path === "/")
          return receiversPage(this.receivers, url.searchParams.get("kind"), this.feeds.origin);
        return this.#judged("receivers", { path }, () => this.receivers.handle(request, path));
      case "telegram":
        return this.#telegramAt(await parseRequest(request, path, url.searchParams));
      case "mailbox":
      case "mailbox.json":
        return mailboxPage(this.resend.mails(), request, url.pathname);
      case "control":
        return handleControl(this, await parsed());
      default:
        return json(404, { message: "The sandbox has nothing here." });
    }
  }

  async #redditAt(request: Request, path: string, query: URLSearchParams): Promise<Response> {
    const parsed = await parseRequest(request, path, query);
    if (!isApi(parsed)) return handleRedditPage(this.world, parsed);
    const verdict = this.failures.decide("reddit", parsed);
    await verdict.delay();
    return verdict.finish(this.reddit.respond(parsed, verdict.replace));
  }

  /** Serves a site's API, with failures, and its page. */
  async #siteAt<World>(
    service: Service,
    site: { world: World; has(path: string): boolean; respond(parsed: ParsedRequest): Response },
    parsed: ParsedRequest,
    page: (world: World, parsed: ParsedRequest) => Response,
  ): Promise<Response> {
    if (!site.has(parsed.path)) return page(site.world, parsed);
    return this.#judged(service, parsed, () => site.respond(parsed));
  }

  async #feedsAt(parsed: ParsedRequest): Promise<Response> {
    if (parsed.path === "/" || parsed.path === "/write") return handleFeedsPage(this.feeds, parsed);
    return this.#judged("feeds", parsed, () => this.feeds.respond(parsed));
  }

  async #resendAt(request: Request, path: string): Promise<Response> {
    const verdict = this.failures.decide("resend", { path });
    await verdict.delay();
    const failed = verdict.replace();
    if (failed !== null) return failed;
    const response = await this.resend.handle(request, path);
    if (response === "destroy") throw new CutConnection();
    // Never resolves. The connection ends with the server or the client's timeout.
    if (response === "silence") return new Promise<never>(() => {});
    return verdict.finish(response);
  }

  async #telegramAt(parsed: ParsedRequest): Promise<Response> {
    if (!parsed.path.startsWith("/bot")) return handleTelegramPage(this.telegram, parsed);
    return this.#judged("telegram", withChat(parsed), () => this.telegram.respond(parsed));
  }

  async #stripeAt(parsed: ParsedRequest): Promise<Response> {
    if (!parsed.path.startsWith("/v1/")) return handlePage(this.stripe, parsed);
    const verdict = this.failures.decide("stripe", parsed);
    await verdict.delay();
    return verdict.finish(await this.stripe.respond(parsed, verdict.replace()));
  }

  /** Returns the response, with failures applied. */
  async #judged(
    service: Service,
    request: Pick<ParsedRequest, "path">,
    respond: () => Response | Promise<Response>,
  ): Promise<Response> {
    const verdict = this.failures.decide(service, request);
    await verdict.delay();
    return verdict.replace() ?? verdict.finish(await respond());
  }
}

export function createSandbox(options: SandboxOptions = {}): Sandbox {
  return new Sandbox(options);
}
