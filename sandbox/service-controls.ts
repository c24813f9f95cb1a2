import { blueskyControls } from "./bluesky/controls";
import { discourseControls } from "./discourse/controls";
import { fediverseControls } from "./fediverse/controls";
import { feedsControls } from "./feeds/controls";
import { githubControls } from "./github/controls";
import { lemmyControls } from "./lemmy/controls";
import { lobstersControls } from "./lobsters/controls";
import { newsControls } from "./news/controls";
import { pushControls } from "./push/controls";
import { receiverControls } from "./receivers/controls";
import { stackExchangeControls } from "./stackexchange/controls";
import { stripeControls } from "./stripe/controls";
import { telegramControls } from "./telegram/controls";

export const serviceControls = {
  ...blueskyControls,
  ...discourseControls,
  ...fediverseControls,
  ...feedsControls,
  ...githubControls,
  ...lemmyControls,
  ...lobstersControls,
  ...newsControls,
  ...pushControls,
  ...receiverControls,
  ...stackExchangeControls,
  ...stripeControls,
  ...telegramControls,
};
