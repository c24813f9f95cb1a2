import { blueskyLevers } from "./bluesky/controls";
import { discourseLevers } from "./discourse/controls";
import { feedsLevers } from "./feeds/controls";
import { githubLevers } from "./github/controls";
import { lemmyLevers } from "./lemmy/controls";
import { lobstersLevers } from "./lobsters/controls";
import { pushLevers } from "./push/controls";
import { receiverLevers } from "./receivers/controls";
import { stackExchangeLevers } from "./stackexchange/controls";
import { stripeLevers } from "./stripe/controls";

/** The controls of all services. */
export const serviceLevers = {
  ...blueskyLevers,
  ...discourseLevers,
  ...feedsLevers,
  ...githubLevers,
  ...lemmyLevers,
  ...lobstersLevers,
  ...pushLevers,
  ...receiverLevers,
  ...stackExchangeLevers,
  ...stripeLevers,
};
