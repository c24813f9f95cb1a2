import type { BlueskySite } from "./bluesky/site";
import type { Clock } from "./clock";
import type { DiscourseSite } from "./discourse/site";
import type { Failures } from "./failures";
import type { FediverseSite } from "./fediverse/site";
import type { FeedsSite } from "./feeds/site";
import type { GitHubSite } from "./github/site";
import type { HackerNewsSite } from "./hackernews/site";
import type { LemmySite } from "./lemmy/site";
import type { LobstersSite } from "./lobsters/site";
import type { NewsSite } from "./news/site";
import type { PushService } from "./push/push";
import type { Receivers } from "./receivers/receivers";
import type { RedditSite } from "./reddit/site";
import type { World } from "./reddit/world";
import type { Resend } from "./resend/resend";
import type { StackExchangeSite } from "./stackexchange/site";
import type { Stripe } from "./stripe/stripe";
import type { Telegram } from "./telegram/telegram";

/** The mock services, as the control API sees them. */
export interface StandIns {
  clock: Clock;
  world: World;
  failures: Failures;
  reddit: RedditSite;
  hackerNews: HackerNewsSite;
  lobsters: LobstersSite;
  news: NewsSite;
  fediverse: FediverseSite;
  bluesky: BlueskySite;
  github: GitHubSite;
  feeds: FeedsSite;
  discourse: DiscourseSite;
  lemmy: LemmySite;
  stackExchange: StackExchangeSite;
  resend: Resend;
  stripe: Stripe;
  push: PushService;
  receivers: Receivers;
  telegram: Telegram;
  reset(): void;
}
