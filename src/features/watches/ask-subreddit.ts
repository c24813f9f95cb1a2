import { browserTokens } from "@/contract/browser-tokens";
import { rateLimitedOf } from "@/contract/rate-limit";
import { subredditExistsAnswer } from "@/contract/subreddit";
import { createSubredditChecker, type AskSubreddit } from "./subreddit-checker";

/** Asks our API outside the shared client: its rate limit is waited out here and is nobody else's business. */
const askSubreddit: AskSubreddit = async (name) => {
  try {
    // Who has an account is asked for before strangers.
    const token = browserTokens.read()?.token;
    const headers = token === undefined ? undefined : { Authorization: `Bearer ${token}` };
    const response = await fetch(`/api/subreddits/validate/${encodeURIComponent(name)}`, { headers });
    if (response.status === 503) return "unchecked";
    const body: unknown = await response.json();
    if (response.status === 429) return rateLimitedOf(body, response.headers.get("Retry-After"));
    const answer = subredditExistsAnswer.safeParse(body);
    if (!response.ok || !answer.success) return "lost";
    return answer.data.exists ? "valid" : "invalid";
  } catch {
    // A connection that fails tells as little as an answer that is none.
    return "lost";
  }
};

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** One for the page: what the site said of a name is not asked again. */
export const checkSubreddit = createSubredditChecker(askSubreddit, wait);
