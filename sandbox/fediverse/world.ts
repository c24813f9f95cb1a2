import type { Clock } from "../clock";
import { hash, Random } from "../random";
import { hashtags, matchingTexts, names, replies, texts } from "./words";

export interface FediverseOptions {
  seed: number;
  /** Generated posts per second. 0: only posts made by hand. */
  perSecond: number;
  /** Keywords that occasionally appear in posts, and how often. */
  keywords: readonly string[];
  keywordEverySeconds: number;
}

export const usual: FediverseOptions = {
  seed: 1,
  perSecond: 2,
  keywords: ["invoice software", "late payments", "tidewater"],
  keywordEverySeconds: 120,
};

/** The instances of the sandbox: all posts are written on the first one. */
export const instances = ["social.example", "tags.example"] as const;
export type InstanceName = (typeof instances)[number];

export interface Post {
  id: string;
  uri: string;
  url: string;
  by: string;
  text: string;
  /** HTML instead of the text. */
  html: string | null;
  tags: readonly string[];
  atMs: number;
  editedMs: number | null;
  parent: string | null;
  /** Null if the parent isn't on this server. */
  parentId: string | null;
  isDeleted: boolean;
  keyword: string | null;
  /** Fields that replace those of the status or its account. */
  more: Record<string, unknown>;
  account: Record<string, unknown>;
  /** When each instance receives it (ms), if it does. */
  arrivals: Partial<Record<InstanceName, number>>;
}

export type Draft = {
  text: string;
  html?: string;
  by?: string;
  tags?: readonly string[];
  parent?: string;
  uri?: string;
  atMs?: number;
  /** The second instance receives it this much later. */
  delayMs?: number;
  more?: Record<string, unknown>;
  account?: Record<string, unknown>;
  /** Left out of the stream. */
  isQuiet?: boolean;
};

/** An event of the stream. */
export interface StreamReport {
  name: "update" | "delete" | "status.update";
  data: string;
}

const maxKept = 100_000;

export class FediverseWorld {
  readonly clock: Clock;
  readonly options: FediverseOptions;
  /** How each instance shows its hashtags. */
  access: Record<InstanceName, "public" | "authenticated" | "disabled" | "old"> = open();
  /** Listens to the stream. */
  onReported: (reported: StreamReport) => void = () => {};
  readonly #usual: FediverseOptions;
  #posts = new Map<string, Post>();
  #random = new Random(0);
  #dueMs = 0;
  #keywordDueMs = 0;
  #count = 0;

  constructor(clock: Clock, options: Partial<FediverseOptions> = {}) {
    this.clock = clock;
    this.#usual = { ...usual, ...options };
    this.options = { ...this.#usual };
    this.reset();
  }

  reset(): void {
    Object.assign(this.options, this.#usual);
    this.#posts = new Map();
    this.access = open();
    this.#random = new Random(hash(this.options.seed, 0xfed1, 0));
    this.#dueMs = this.clock.nowMs();
    this.#keywordDueMs = this.#dueMs + this.options.keywordEverySeconds * 1_000;
  }

  /** Generates the posts due by the clock. All readers call it first. */
  catchUp(): void {
    const { perSecond, keywords, keywordEverySeconds } = this.options;
    const nowMs = this.clock.nowMs();
    if (perSecond === 0) {
      this.#dueMs = nowMs;
      return;
    }
    while (this.#dueMs <= nowMs) {
      const isHeard = keywords.length > 0 && this.#dueMs >= this.#keywordDueMs;
      if (isHeard) this.#keywordDueMs = this.#dueMs + keywordEverySeconds * 1_000;
      this.#compose(this.#dueMs, isHeard ? this.#random.pick(keywords) : null);
      this.#dueMs += (1_000 / perSecond) * (0.2 + 1.6 * this.#random.next());
    }
  }

  /** Writes a post, or a reply if there is a parent. Returns its URI. */
  write(draft: Draft): string {
    this.catchUp();
    return this.#add(draft, draft.atMs ?? this.clock.nowMs(), null).uri;
  }

  /** Sends an event for a post again, with another number. */
  repeat(uri: string): void {
    const post = this.known(uri);
    this.onReported({
      name: "update",
      data: JSON.stringify(getStatus({ ...post, id: this.#idAt(this.clock.nowMs()) })),
    });
  }

  edit(uri: string, text: string): void {
    const post = this.known(uri);
    Object.assign(post, { text, html: null, editedMs: this.clock.nowMs() });
    this.onReported({ name: "status.update", data: JSON.stringify(getStatus(post)) });
  }

  delete(uri: string): void {
    const post = this.known(uri);
    post.isDeleted = true;
    this.onReported({ name: "delete", data: post.id });
  }

  known(uri: string): Post {
    const post = this.#posts.get(uri);
    if (post === undefined) throw new RangeError(`no post ${uri}`);
    return post;
  }

  /** Posts with a tag that an instance has received, lowest number first. */
  tagged(instance: InstanceName, tag: string): Post[] {
    this.catchUp();
    const nowMs = this.clock.nowMs();
    return [...this.#posts.values()]
      .filter(({ tags, isDeleted, arrivals }) => {
        const at = arrivals[instance];
        return !isDeleted && at !== undefined && at <= nowMs && tags.includes(tag);
      })
      .sort((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1));
  }

  /** A post by its number; undefined if it was deleted or never existed. */
  find(id: string): Post | undefined {
    this.catchUp();
    return [...this.#posts.values()].find((post) => post.id === id && !post.isDeleted);
  }

  /** All posts including deleted ones, oldest first. */
  posts(): Post[] {
    this.catchUp();
    return [...this.#posts.values()];
  }

  #compose(atMs: number, keyword: string | null): void {
    const random = this.#random;
    const parents = [...this.#posts.keys()].slice(-20);
    const parent = random.chance(0.3) && parents.length > 0 ? random.pick(parents) : undefined;
    const lines = keyword === null ? (parent === undefined ? texts : replies) : matchingTexts;
    const text = random.pick(lines).replaceAll("{k}", keyword ?? "");
    const tags = random.chance(0.2) ? [random.pick(hashtags)] : [];
    const delayMs = random.chance(0.1) ? random.int(600_000) : 0;
    this.#add({ text, by: random.pick(names), tags, parent, delayMs }, atMs, keyword);
  }

  #add(draft: Draft, atMs: number, keyword: string | null): Post {
    const { by = "ada", tags = [], html = null, parent = null, more = {}, account = {} } = draft;
    const id = this.#idAt(atMs);
    const uri = draft.uri ?? `https://${instances[0]}/users/${by}/statuses/${id}`;
    const receivedMs = Math.max(atMs, this.clock.nowMs() - 1);
    const post: Post = {
      ...{ id, uri, url: `https://${instances[0]}/@${by}/${id}`, by, text: draft.text, html, tags },
      ...{
        atMs,
        editedMs: null,
        parent,
        parentId: this.#posts.get(parent ?? "")?.id ?? null,
        isDeleted: false,
        keyword,
        more,
        account,
      },
      arrivals: { [instances[0]]: receivedMs, [instances[1]]: receivedMs + (draft.delayMs ?? 0) },
    };
    this.#posts.set(uri, post);
    if (this.#posts.size > maxKept) this.#posts.delete(this.#posts.keys().next().value!);
    if (draft.isQuiet !== true) this.onReported({ name: "update", data: JSON.stringify(getStatus(post)) });
    return post;
  }

  /** Numbers contain the creation time. */
  #idAt(atMs: number): string {
    this.#count += 1;
    return `${BigInt(Math.floor(atMs)) * 65_536n + BigInt(this.#count % 65_536)}`;
  }
}

function open(): FediverseWorld["access"] {
  return { "social.example": "public", "tags.example": "public" };
}

export function getStatus(post: Post): Record<string, unknown> {
  const { id, uri, url, by, text, html, tags, atMs, editedMs, parent, parentId, more, account } = post;
  const links = tags.map(
    (tag) =>
      ` <a href="https://${instances[0]}/tags/${tag}" class="mention hashtag" rel="tag">#<span>${tag}</span></a>`,
  );
  return {
    ...{ id, uri, url, created_at: new Date(atMs).toISOString() },
    edited_at: editedMs === null ? null : new Date(editedMs).toISOString(),
    in_reply_to_id: parent === null ? null : (parentId ?? "1"),
    ...{ sensitive: false, spoiler_text: "", visibility: "public", language: "en", reblog: null },
    content: html ?? `<p>${text.replace(/&/g, "&amp;").replace(/</g, "&lt;")}${links.join("")}</p>`,
    account: {
      ...{ id: "1", username: by, acct: `${by}@${instances[0]}`, url: `https://${instances[0]}/@${by}` },
      ...{ bot: false, discoverable: true, indexable: true, noindex: false, note: "<p>Hello</p>" },
      ...account,
    },
    media_attachments: [],
    tags: tags.map((name) => ({ name })),
    ...{ mentions: [], card: null, poll: null, quote: null },
    ...more,
  };
}
