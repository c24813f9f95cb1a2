import { type Clock, writtenBefore } from "../clock";
import { hash, Random } from "../random";
import { matchReplies, matchTitles, names, openings, replies, things, titles } from "./words";

export interface DiscourseOptions {
  seed: number;
  /** Generated posts per minute and forum. 0: only posts made by hand. */
  perMinute: number;
  keywords: readonly string[];
  keywordEverySeconds: number;
  /** Share of generated posts that are private. */
  privateShare: number;
  /** How long pages are cached. */
  pagesCachedMs: number;
}

/** Busier than most forums, for demonstration. */
export const usual: DiscourseOptions = {
  ...{ seed: 1, perMinute: 2, keywords: ["invoice software", "late payments", "tidewater"] },
  ...{ keywordEverySeconds: 600, privateShare: 0.15, pagesCachedMs: 60_000 },
};

export const endings = ["deleted", "by-author", "hidden", "private"] as const;
export type Ending = (typeof endings)[number];

export interface ForumPost {
  number: number;
  topic: number;
  /** 1 for the opening post. */
  inTopic: number;
  title: string;
  by: string;
  atMs: number;
  /** Markdown source. */
  text: string;
  state: "live" | Ending;
  /** The post is visible from this time on. Its number is assigned earlier. */
  shownMs: number;
  isSmallAction: boolean;
  keyword: string | null;
}

export interface Forum {
  name: string;
  title: string;
  /** "old" sends fewer fields, and pages by a window of ids. */
  version: "now" | "old";
  isForMembers: boolean;
  robots: string | null;
  /** Target of a redirect for all requests. */
  movedTo: string | null;
  /** Posts with lower numbers are from before the sandbox and not accessible. */
  firstNumber: number;
  posts: ForumPost[];
  /** Posts by topic. */
  topics: Map<number, ForumPost[]>;
  random: Random;
  dueMs: number;
  keywordDueMs: number;
}

export type Draft = Partial<
  Pick<ForumPost, "by" | "title" | "text" | "atMs" | "state" | "isSmallAction" | "keyword">
> & { topic?: number; shownInMs?: number };

const usualRobots = "User-agent: *\nDisallow: /admin/\nDisallow: /search\nDisallow: /t/*/*.rss\n";

/** The simulated forums by name. */
export class DiscourseWorld {
  readonly clock: Clock;
  readonly options: DiscourseOptions;
  #forums = new Map<string, Forum>();

  constructor(clock: Clock, options: Partial<DiscourseOptions> = {}) {
    this.clock = clock;
    this.options = { ...usual, ...options };
    this.reset();
  }

  reset(): void {
    this.#forums.clear();
    this.open("harbour", "Harbour Community");
    this.open("workbench", "The Workbench");
    this.open("boathouse", "The Boathouse");
  }

  open(name: string, title: string): Forum {
    const nowMs = this.clock.nowMs();
    const random = new Random(hash(this.options.seed, 0xf0, this.#forums.size));
    const forum: Forum = {
      ...{ name, title, version: "now", isForMembers: false, robots: usualRobots, movedTo: null },
      ...{
        firstNumber: 1 + writtenBefore(this.clock, this.options.perMinute / 60),
        posts: [],
        topics: new Map(),
        random,
        dueMs: nowMs,
        keywordDueMs: nowMs + this.options.keywordEverySeconds * 1000,
      },
    };
    this.#forums.set(name, forum);
    this.write(name, { title: `Welcome to ${title}`, text: "Say hello.", atMs: nowMs - 60_000 });
    return forum;
  }

  all(): Forum[] {
    return [...this.#forums.values()];
  }

  known(name: string): Forum {
    const forum = this.#forums.get(name);
    if (forum === undefined) throw new RangeError(`no forum ${name}`);
    return forum;
  }

  /** Generates the posts due by the clock. All readers call it first. */
  catchUp(): void {
    const { perMinute, keywords, keywordEverySeconds } = this.options;
    if (perMinute === 0) return;
    for (const forum of this.#forums.values()) {
      while (forum.dueMs <= this.clock.nowMs()) {
        const isHeard = keywords.length > 0 && forum.dueMs >= forum.keywordDueMs;
        if (isHeard) forum.keywordDueMs += keywordEverySeconds * 1000;
        this.#compose(forum, isHeard ? forum.random.pick(keywords) : null);
        // Irregular intervals are more realistic.
        forum.dueMs += (60_000 / perMinute) * (0.2 + 1.6 * forum.random.next());
      }
    }
  }

  #compose(forum: Forum, keyword: string | null): void {
    const { random } = forum;
    const filled = (lines: readonly string[]) =>
      random
        .pick(lines)
        .replaceAll("{k}", keyword ?? "")
        .replaceAll("{thing}", random.pick(things));
    const isPrivate = keyword === null && random.chance(this.options.privateShare);
    const draft: Draft = { by: random.pick(names), keyword, state: isPrivate ? "private" : "live" };
    const at = { ...draft, atMs: forum.dueMs };
    const topics = forum.posts.filter(({ inTopic, state }) => inTopic === 1 && state === "live").slice(-20);
    if (topics.length === 0 || random.chance(0.25))
      this.write(forum.name, {
        ...{ ...at, title: filled(keyword === null ? titles : matchTitles), text: filled(openings) },
      });
    else
      this.write(forum.name, {
        ...{
          ...at,
          topic: random.pick(topics).topic,
          text: filled(keyword === null ? replies : matchReplies),
        },
      });
  }

  /** Writes a reply if a topic is given, otherwise opens a topic. Returns the post's number. */
  write(name: string, draft: Draft): number {
    const forum = this.known(name);
    const number = forum.firstNumber + forum.posts.length;
    const topic = draft.topic ?? number;
    const before = draft.topic === undefined ? [] : forum.topics.get(topic);
    if (before === undefined) throw new RangeError(`no topic ${topic}`);
    const atMs = draft.atMs ?? this.clock.nowMs();
    const { by = "sable", text = "", state = "live", isSmallAction = false, keyword = null } = draft;
    const post: ForumPost = {
      ...{ number, by, text, state, isSmallAction, keyword, atMs, topic, inTopic: before.length + 1 },
      ...{ title: before[0]?.title ?? draft.title ?? "", shownMs: atMs + (draft.shownInMs ?? 0) },
    };
    forum.posts.push(post);
    forum.topics.set(topic, [...before, post]);
    return number;
  }

  find(name: string, number: number): ForumPost | undefined {
    this.catchUp();
    const { posts, firstNumber } = this.known(name);
    return posts[number - firstNumber];
  }

  end(name: string, number: number, state: Ending): void {
    const post = this.find(name, number);
    if (post === undefined) throw new RangeError(`no post ${number}`);
    post.state = state;
  }

  edit(name: string, number: number, words: Partial<Pick<ForumPost, "title" | "text">>): void {
    const post = this.find(name, number);
    if (post === undefined) throw new RangeError(`no post ${number}`);
    Object.assign(post, words);
  }

  /** Returns the public posts, newest first. */
  shown(name: string): ForumPost[] {
    this.catchUp();
    const nowMs = this.clock.nowMs();
    return this.known(name)
      .posts.filter(({ state, shownMs }) => (state === "live" || state === "by-author") && shownMs <= nowMs)
      .reverse();
  }
}
