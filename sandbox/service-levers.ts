import { blueskyLevers } from "./bluesky/controls";
import { discourseLevers } from "./discourse/controls";
import { fediverseLevers } from "./fediverse/controls";
import { feedsLevers } from "./feeds/controls";
import { githubLevers } from "./github/controls";
import { lemmyLevers } from "./lemmy/controls";
import { lobstersLevers } from "./lobsters/controls";
import { newsLevers } from "./news/controls";
import { pushLevers } from "./push/controls";
import { receiverLevers } from "./receivers/controls";
import { stackExchangeLevers } from "./stackexchange/controls";
import { stripeLevers } from "./stripe/controls";
import { telegramLevers } from "./telegram/controls";

/** The controls of all services. */
export const serviceLevers = {
  ...blueskyLevers,
  ...discourseLevers,
  ...fediverseLevers,
  ...feedsLevers,
  ...githubLevers,
  ...lemmyLevers,
  ...lobstersLevers,
  ...newsLevers,
  ...pushLevers,
  ...receiverLevers,
  ...stackExchangeLevers,
  ...stripeLevers,
  ...telegramLevers,
};
