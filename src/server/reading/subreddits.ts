import type {
  SubredditExistsAnswer,
  SubredditSearchAnswer,
  SubredditSearchQuery,
} from "@/contract/subreddit";
import { isSubredditName, stripSubreddit } from "@/domain/subreddit-name";
import { pool } from "@/server/platform/database";
import { findSubreddit, keepLookup } from "./statements/subreddit-lookups";
import type { Health } from "./statements/note-health";
import { findSearch, keepSearch } from "./statements/subreddit-searches";
import { askOnce, type Asker } from "./subreddit-questions";

/** So long an answer counts before the site is asked again. */
const keptMs = 24 * 3_600_000;

/** Whether a watch can name it: private and quarantined ones exist, banned ones don't, malformed names never did. */
export async function validateSubreddit(
  name: string,
  asker: Asker,
  now: Date,
): Promise<SubredditExistsAnswer> {
  const wanted = name.toLowerCase();
  if (wanted === "all") return { exists: true };
  if (!isSubredditName(wanted)) return { exists: false };
  const held = await findSubreddit(pool(), wanted, { since: new Date(now.getTime() - keptMs), now });
  return { exists: isThere(held ?? (await checkSubreddit(wanted, asker, now))) };
}

async function checkSubreddit(name: string, asker: Asker, now: Date): Promise<Health> {
  const { health } = await askOnce(`check ${name}`, asker, async (site, signal) => {
    const found = await site.checkSubreddit(name, signal);
    await keepLookup(pool(), { name, health: found.health, displayName: found.displayName, now });
    return found;
  });
  return health;
}

function isThere(health: Health): boolean {
  return health !== "missing" && health !== "banned";
}

/** Names that begin with what was typed; nothing for what no name begins with. */
export async function searchSubreddits(
  { q }: SubredditSearchQuery,
  now: Date,
): Promise<SubredditSearchAnswer> {
  const beginning = stripSubreddit(q).toLowerCase();
  if (!/^[a-z0-9_]{1,21}$/.test(beginning)) return { subreddits: [] };
  const held = await findSearch(pool(), beginning, { since: new Date(now.getTime() - keptMs), now });
  if (held !== null) return { subreddits: held };
  const { names } = await askOnce(`search ${beginning}`, "question", async (site, signal) => {
    const found = await site.searchSubreddits(beginning, signal);
    await keepSearch(pool(), beginning, found.names, now);
    return found;
  });
  return { subreddits: names };
}
