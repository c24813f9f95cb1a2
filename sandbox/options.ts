import type { BlueskyOptions } from "./bluesky/world";
import type { ClockMode } from "./clock";
import type { DiscourseOptions } from "./discourse/site";
import type { GitHubOptions } from "./github/site";
import type { FediverseOptions } from "./fediverse/world";
import type { HackerNewsOptions } from "./hackernews/world";
import type { LemmyOptions } from "./lemmy/site";
import type { LobstersOptions } from "./lobsters/world";
import type { NewsOptions } from "./news/world";
import type { WorldOptions } from "./reddit/world";
import type { StackExchangeOptions } from "./stackexchange/site";

export interface SandboxOptions extends Partial<WorldOptions> {
  /** Options of Hacker News and the forums. If `stream` is false, only items made by hand exist. */
  hackerNews?: Partial<HackerNewsOptions>;
  discourse?: Partial<DiscourseOptions>;
  lobsters?: Partial<LobstersOptions>;
  bluesky?: Partial<BlueskyOptions>;
  fediverse?: Partial<FediverseOptions>;
  news?: Partial<NewsOptions>;
  github?: Partial<GitHubOptions>;
  lemmy?: Partial<LemmyOptions>;
  stackExchange?: Partial<StackExchangeOptions>;
  /** Default: real. */
  clock?: ClockMode;
  /** Start of the sandbox's clock. Default: now. */
  startMs?: number;
  /** Base URL of the app, which receives email webhooks if it is set. */
  appUrl?: string;
  /** Resend's rate limit. The default is far above the real one. */
  requestsPerSecond?: number;
  /** Delays before webhook retries. */
  webhookWaitsMs?: readonly number[];
  /** File that stores the Stripe data. */
  stripeFile?: string;
}
