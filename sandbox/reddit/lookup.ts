import { notFound, toRefusal, toSearch } from "./refusals";
import { type Thing, getThing } from "./shapes";
import type { Subreddit } from "./subreddits";
import type { World } from "./world";

const max = 100;

/** GET /api/info: items by fullname and subreddits by name, in the requested order. Omits unknown ones. */
export function readInfo(world: World, query: URLSearchParams): Thing[] {
  const ids = namesIn(query.get("id"));
  // Reddit ignores the ids if there are more than 100.
  const things = ids.length > max ? [] : ids.flatMap((id) => thingFor(world, id));
  const subreddits = namesIn(query.get("sr_name")).slice(0, max);
  return [...things, ...subreddits.flatMap((name) => briefly(world.subreddit(name)))];
}

function namesIn(list: string | null): string[] {
  return (list ?? "").split(",").filter((name) => name !== "");
}

function thingFor(world: World, fullname: string): Thing[] {
  if (fullname.startsWith("t5_")) {
    const id = fullname.slice(3);
    return briefly([...world.library.subreddits.values()].find((subreddit) => subreddit.id === id));
  }
  const entry = /^t[13]_[0-9a-z]+$/.test(fullname) ? world.find(fullname) : undefined;
  if (entry === undefined || entry.state === "gone" || entry.state === "held") return [];
  if (entry.subreddit.health !== "ok") return [];
  return [getThing(entry, "info")];
}

/** Includes private subreddits with few details. Omits banned and missing ones. */
function briefly(subreddit: Subreddit | undefined): Thing[] {
  if (subreddit === undefined || subreddit.health === "banned" || subreddit.health === "missing") return [];
  return [subredditThing(subreddit)];
}

/** GET /r/X/about */
export function readAbout(world: World, name: string): Thing | Response {
  if (/^(all|popular|friends|mod)$/i.test(name)) return notFound();
  const subreddit = world.subreddit(name);
  if (subreddit === undefined) return /^[A-Za-z0-9_]{2,22}$/.test(name) ? toSearch(name) : notFound();
  return toRefusal(subreddit) ?? subredditThing(subreddit);
}

/** Searches by prefix, including inaccessible subreddits, largest first. */
export function searchNames(world: World, query: string, exact: boolean): string[] | Response {
  const wanted = query.trim().toLowerCase();
  if (wanted === "" || wanted.length > 50) return [];
  const names = findSubreddits(world, wanted).map((subreddit) => subreddit.name);
  if (!exact) return names.slice(0, 10);
  const same = names.filter((name) => name.toLowerCase() === wanted);
  return same.length > 0 ? same : notFound();
}

export function findSubreddits(world: World, prefix: string): Subreddit[] {
  return [...world.library.subreddits.values()]
    .filter(({ name, health }) => name.toLowerCase().startsWith(prefix.toLowerCase()) && health !== "missing")
    .sort((one, other) => other.subscribers - one.subscribers);
}

export function subredditThing(subreddit: Subreddit): Thing {
  const isOpen = subreddit.health === "ok";
  return {
    kind: "t5",
    data: {
      id: subreddit.id,
      name: `t5_${subreddit.id}`,
      display_name: subreddit.name,
      display_name_prefixed: `r/${subreddit.name}`,
      title: subreddit.title,
      url: `/r/${subreddit.name}/`,
      public_description: isOpen ? subreddit.description : "",
      public_description_html: null,
      description: isOpen ? subreddit.description : null,
      description_html: null,
      subscribers: isOpen ? subreddit.subscribers : null,
      active_user_count: null,
      accounts_active: null,
      subreddit_type: subreddit.health === "private" ? "private" : "public",
      over18: isOpen ? subreddit.over18 : null,
      quarantine: subreddit.health === "quarantined",
      created: subreddit.createdAtSeconds,
      created_utc: subreddit.createdAtSeconds,
      icon_img: "",
      community_icon: "",
      banner_img: "",
      key_color: "",
      lang: subreddit.topic === "german" ? "de" : "en",
      submission_type: "any",
      allow_images: true,
      allow_polls: true,
      allow_galleries: true,
      user_is_subscriber: null,
      user_is_banned: null,
      user_is_moderator: null,
      user_is_contributor: null,
      user_is_muted: null,
      whitelist_status: null,
      wls: null,
    },
  };
}
