import { type Clock, writtenBefore } from "../clock";
import { hash, Random } from "../random";
import { communities, matchingTexts, matchingTitles, names, replies, texts, things, titles } from "./words";

export interface LemmyOptions {
  seed: number;
  /** Generated items per minute and instance. 0: only items made by hand. */
  perMinute: number;
  keywords: readonly string[];
  keywordEverySeconds: number;
}

const usual: LemmyOptions = {
  ...{ seed: 1, perMinute: 2, keywords: ["invoice software", "late payments", "tidewater"] },
  keywordEverySeconds: 600,
};

export const versions = ["0.19", "1.0", "1.0-only", "piefed", "mbin"] as const;
/** '1.0' also has the older API, '1.0-only' doesn't. */
export type Version = (typeof versions)[number];
/** "private" items never become public; "purged" ones leave a hole. */
export type State = "live" | "deleted" | "removed" | "purged" | "private";
export type Letter = "p" | "c";

export interface LemmyItem {
  letter: Letter;
  id: number;
  post: number | null;
  community: string;
  title: string;
  text: string;
  url: string | null;
  by: string;
  isBot: boolean;
  isNsfw: boolean;
  /** Publication by the origin's clock, and arrival at this instance. */
  publishedMs: number;
  shownMs: number;
  editedMs: number | null;
  state: State;
  keyword: string | null;
}

export interface Instance {
  name: string;
  version: Version;
  isPrivate: boolean;
  robots: string | null;
  hasNodeInfo: boolean;
  /** Home hosts of communities that live elsewhere. */
  homes: Map<string, string>;
  items: Record<Letter, LemmyItem[]>;
  nextId: Record<Letter, number>;
  random: Random;
  dueMs: number;
  keywordDueMs: number;
}

export type Draft = Partial<
  Pick<
    LemmyItem,
    "community" | "title" | "text" | "url" | "by" | "isBot" | "isNsfw" | "state" | "keyword" | "publishedMs"
  >
> & {
  /** Makes it a comment. */
  post?: number;
  shownInMs?: number;
};

/** The simulated instances by name. Ids are in order of arrival, separately for posts and comments. */
export class LemmyWorld {
  readonly clock: Clock;
  readonly options: LemmyOptions;
  #instances = new Map<string, Instance>();

  constructor(clock: Clock, options: Partial<LemmyOptions> = {}) {
    this.clock = clock;
    this.options = { ...usual, ...options };
    this.reset();
  }

  reset(): void {
    this.#instances.clear();
    this.open("tidepool", "0.19");
    this.open("reef", "piefed");
  }

  open(name: string, version: Version): Instance {
    const nowMs = this.clock.nowMs();
    const first = 1 + writtenBefore(this.clock, this.options.perMinute / 60);
    const instance: Instance = {
      ...{ name, version, isPrivate: false, robots: null, hasNodeInfo: true, homes: new Map() },
      ...{ items: { p: [], c: [] }, nextId: { p: first, c: first } },
      random: new Random(hash(this.options.seed, 0x1e, this.#instances.size)),
      ...{ dueMs: nowMs, keywordDueMs: nowMs + this.options.keywordEverySeconds * 1_000 },
    };
    this.#instances.set(name, instance);
    const post = this.write(name, { title: "Welcome", text: "Say hello.", publishedMs: nowMs - 60_000 });
    this.write(name, { post, text: "Hello!", publishedMs: nowMs - 50_000 });
    return instance;
  }

  all(): Instance[] {
    return [...this.#instances.values()];
  }

  known(name: string): Instance {
    const instance = this.#instances.get(name);
    if (instance === undefined) throw new RangeError(`no instance ${name}`);
    return instance;
  }

  /** Generates the items due by the clock. All readers call it first. */
  catchUp(): void {
    const { perMinute, keywords, keywordEverySeconds } = this.options;
    if (perMinute === 0) return;
    for (const instance of this.#instances.values()) {
      while (instance.dueMs <= this.clock.nowMs()) {
        const isHeard = keywords.length > 0 && instance.dueMs >= instance.keywordDueMs;
        if (isHeard) instance.keywordDueMs += keywordEverySeconds * 1_000;
        this.#compose(instance, isHeard ? instance.random.pick(keywords) : null);
        instance.dueMs += (60_000 / perMinute) * (0.2 + 1.6 * instance.random.next());
      }
    }
  }

  #compose({ name, items, random, dueMs }: Instance, keyword: string | null): void {
    const filled = (lines: readonly string[]) =>
      random
        .pick(lines)
        .replaceAll("{k}", keyword ?? "")
        .replaceAll("{thing}", random.pick(things));
    const posts = items.p.filter(({ state }) => state === "live").slice(-20);
    const draft: Draft = {
      by: random.pick(names),
      publishedMs: dueMs,
      keyword,
      community: random.pick(communities),
    };
    // Some ids never become public.
    if (keyword === null && random.chance(0.05)) draft.state = "private";
    if (posts.length === 0 || random.chance(0.3))
      this.write(name, {
        ...draft,
        title: filled(keyword === null ? titles : matchingTitles),
        text: filled(texts),
      });
    else
      this.write(name, {
        ...draft,
        post: random.pick(posts).id,
        text: filled(keyword === null ? replies : matchingTexts),
      });
  }

  /** Writes a post or a comment, and returns its id. */
  write(name: string, draft: Draft): number {
    const instance = this.known(name);
    const letter: Letter = draft.post === undefined ? "p" : "c";
    const post = draft.post === undefined ? undefined : this.find(name, "p", draft.post);
    if (draft.post !== undefined && post === undefined) throw new RangeError(`no post ${draft.post}`);
    const nowMs = this.clock.nowMs();
    const publishedMs = draft.publishedMs ?? nowMs;
    const id = instance.nextId[letter]++;
    const {
      text = "",
      url = null,
      by = "sable",
      isBot = false,
      isNsfw = false,
      state = "live",
      keyword = null,
    } = draft;
    instance.items[letter].push({
      ...{
        letter,
        id,
        post: draft.post ?? null,
        text,
        url,
        by,
        isBot,
        isNsfw,
        state,
        keyword,
        publishedMs,
        editedMs: null,
      },
      community: post?.community ?? draft.community ?? "selfhosted",
      title: post?.title ?? draft.title ?? "",
      shownMs: Math.max(publishedMs, nowMs) + (draft.shownInMs ?? 0),
    });
    return id;
  }

  find(name: string, letter: Letter, id: number): LemmyItem | undefined {
    const { items } = this.known(name);
    return items[letter].find((one) => one.id === id);
  }

  end(name: string, letter: Letter, id: number, state: State): void {
    const item = this.find(name, letter, id);
    if (item === undefined) throw new RangeError(`no item ${letter} ${id}`);
    item.state = state;
  }

  edit(name: string, letter: Letter, id: number, text: string): void {
    const item = this.find(name, letter, id);
    if (item === undefined) throw new RangeError(`no item ${letter} ${id}`);
    Object.assign(item, { text, editedMs: this.clock.nowMs() });
  }

  /** The public items of an instance, newest publication first. */
  shown(name: string, letter: Letter): LemmyItem[] {
    this.catchUp();
    const nowMs = this.clock.nowMs();
    return this.known(name)
      .items[letter].filter(
        ({ state, shownMs }) => state !== "purged" && state !== "private" && shownMs <= nowMs,
      )
      .sort((a, b) => b.publishedMs - a.publishedMs || b.id - a.id);
  }
}
