import { createReddit, type Site } from "@/sites/reddit/reddit";
import { env } from "@/env";

const kept = globalThis as typeof globalThis & { earshotSite?: Site };

/** The site as the settings name it; one for all copies of this module, as it holds the token. */
export function site(): Site {
  return (kept.earshotSite ??= createReddit({
    clientId: env().REDDIT_CLIENT_ID,
    clientSecret: env().REDDIT_CLIENT_SECRET,
    userAgent: env().REDDIT_USER_AGENT,
    authUrl: env().REDDIT_AUTH_URL,
    apiUrl: env().REDDIT_API_URL,
  }));
}
