import * as z from "zod";
import { isPlaceName } from "@/domain/reading/reddit-names";
import { isUrl } from "@/domain/text/url";
import type { PagedSite } from "@/domain/reading/site";
import { SiteError } from "@/domain/reading/site-error";
import { parseReply } from "../responses";
import { getHealth, healthOfRefusal } from "./health";
import { facts } from "./facts";
import { createApi, type RedditSettings } from "./request";
import { SITE_URL } from "./address";
import { about, listing, nameSearch } from "./listing";
import { normalise } from "./normalise";
import { getStatus } from "./item-status";

/** Maximum rows per page. Requests with more fullnames than this return nothing. */
const PAGE_SIZE = 100;
const SEARCH_LENGTH = 50;
/** Names are joined by '+', with URLs below 4 kB. Listings end after the newest 1,000 items. */
const LISTING = { names: 100, namesLength: 3_500, items: 1_000 };

export function createReddit(settings: RedditSettings): PagedSite {
  const { request, getRedirect } = createApi(settings);
  return {
    ...facts,
    reads: "pages",
    pageSize: PAGE_SIZE,
    listing: LISTING,
    hasAnchors: true,
    lookUp: { max: PAGE_SIZE, requests: () => 1 },
    async fetchNewest({ places, kind, limit = PAGE_SIZE, after, signal }) {
      if (places.length === 0) throw new RangeError("a page without a subreddit");
      const path = `/r/${places.map(encodeURIComponent).join("+")}/${kind === "post" ? "new" : "comments"}`;
      try {
        const reply = await request(path, { limit: String(limit), ...(after ? { after } : {}) }, signal);
        const { data } = parseReply(reply, listing);
        const items = data.children.map(normalise).filter((item) => item !== null);
        return {
          items,
          skipped: data.children.length - items.length,
          after: data.after || null,
          rate: reply.rate,
        };
      } catch (error) {
        const next = limit === 1 && error instanceof SiteError ? nextAfterTooLarge(error) : undefined;
        if (next === undefined) throw error;
        return { items: [], skipped: 1, after: next, rate: (error as SiteError).rate };
      }
    },

    async fetchByFullname(fullnames, signal) {
      if (fullnames.length === 0 || fullnames.length > PAGE_SIZE) {
        throw new RangeError(`${fullnames.length} fullnames in one request`);
      }
      const reply = await request("/api/info", { id: fullnames.join(",") }, signal);
      const { data } = parseReply(reply, listing);
      return { statuses: getStatus(fullnames, data.children), rate: reply.rate };
    },

    async fetchItem(fullname, signal) {
      const reply = await request("/api/info", { id: fullname }, signal);
      const { data } = parseReply(reply, listing);
      const isPresent = getStatus([fullname], data.children).get(fullname) === "present";
      const item = data.children.map(normalise).find((found) => found?.fullname === fullname);
      return { item: (isPresent && item) || null, rate: reply.rate };
    },

    async resolveShareLink(path, signal) {
      const { location, rate } = await getRedirect(path, signal);
      const isUsable = location !== null && isUrl(location, SITE_URL);
      return { address: isUsable ? new URL(location, SITE_URL).href : null, rate };
    },

    async checkPlace(name, signal) {
      try {
        const reply = await request(`/r/${encodeURIComponent(name)}/about`, {}, signal);
        const found = parseReply(reply, z.union([about, listing]));
        // In case the redirect for an unknown subreddit was followed: the search returns an empty listing.
        if (found.kind === "Listing") return { health: "missing", displayName: null, rate: reply.rate };
        return {
          health: getHealth(found.data),
          displayName: found.data.display_name ?? null,
          rate: reply.rate,
        };
      } catch (error) {
        const health = error instanceof SiteError ? healthOfRefusal(error) : null;
        if (!(error instanceof SiteError) || health === null) throw error;
        return { health, displayName: null, rate: error.rate };
      }
    },

    async searchPlaces(prefix, signal) {
      const query = prefix.slice(0, SEARCH_LENGTH);
      const reply = await request("/api/search_reddit_names", { query }, signal);
      const { names } = parseReply(reply, nameSearch);
      return {
        names: names.filter((name) => typeof name === "string").filter(isPlaceName),
        rate: reply.rate,
      };
    },
  };
}

/** Returns the cursor after a too large page, which precedes the rows. Undefined if it isn't found. */
function nextAfterTooLarge({ reason, head = "" }: SiteError): string | null | undefined {
  if (reason !== "too-large") return undefined;
  const result = /"after":\s*(?:"(t[13]_\w{1,20})"|null)/.exec(head.split('"children"')[0] ?? "");
  return result === null ? undefined : (result[1] ?? null);
}
