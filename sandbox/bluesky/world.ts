import type { Clock } from "../clock";
import { hash, Random } from "../random";
import {
  getCard,
  getCid,
  collection,
  getDid,
  type Happened,
  getHandle,
  getKey,
  type Post,
  namedIn,
  type PostRecord,
  getRecord,
  type AccountStatus,
} from "./shapes";
import { matchTexts, names, replies, texts } from "./words";

export interface BlueskyOptions {
  seed: number;
  /** Generated events per second, one in nine of them a post. 0: only events made by hand. */
  perSecond: number;
  /** Keywords that occasionally appear in posts, and how often. */
  keywords: readonly string[];
  keywordEverySeconds: number;
  /** Retention of events. */
  lookBackSeconds: number;
}

/** A fifth of the real network's rate. */
export const usual: BlueskyOptions = {
  seed: 1,
  perSecond: 100,
  keywords: ["invoice software", "late payments", "tidewater"],
  keywordEverySeconds: 90,
  lookBackSeconds: 36 * 3_600,
};

export type Draft = {
  text: string;
  by?: string;
  parent?: string;
  createdAt?: string;
  more?: Record<string, unknown>;
};

/** Maximum number of stored events. */
const maxKept = 300_000;
/** Maximum number of events generated in one step after a long pause. */
const maxPerTurn = 50_000;
const maxShown = 30;
const firstNumber = 1_000;

/** The simulated Bluesky: its events in order and its current posts. */
export class BlueskyWorld {
  readonly clock: Clock;
  readonly options: BlueskyOptions;
  readonly firstNumber = firstNumber;
  readonly #usual: BlueskyOptions;
  #log: Happened[] = [];
  #posts = new Map<string, Post>();
  #latest: Post[] = [];
  #accountStatuses = new Map<string, AccountStatus>();
  #handles = new Map<string, string>();
  #next = firstNumber;
  #lastUs = 0;
  #random = new Random(0);
  #dueMs = 0;
  #keywordDueMs = 0;

  constructor(clock: Clock, options: Partial<BlueskyOptions> = {}) {
    this.clock = clock;
    this.#usual = { ...usual, ...options };
    this.options = { ...this.#usual };
    this.reset();
  }

  reset(): void {
    Object.assign(this.options, this.#usual);
    [this.#log, this.#latest, this.#next, this.#lastUs] = [[], [], firstNumber, 0];
    [this.#posts, this.#accountStatuses, this.#handles] = [new Map(), new Map(), new Map()];
    for (const name of [...names, "you"]) this.#handles.set(getDid(name), getHandle(name));
    this.#random = new Random(hash(this.options.seed, 0x62, 0));
    this.#dueMs = this.clock.nowMs();
    this.#keywordDueMs = this.#dueMs + this.options.keywordEverySeconds * 1_000;
  }

  /** Generates the events due by the clock. All readers call it first. */
  catchUp(): void {
    const { perSecond, keywords, keywordEverySeconds } = this.options;
    const nowMs = this.clock.nowMs();
    if (perSecond === 0) {
      this.#dueMs = nowMs;
      return;
    }
    this.#dueMs = Math.max(this.#dueMs, nowMs - (maxPerTurn * 1_000) / perSecond);
    while (this.#dueMs <= nowMs) {
      const isHeard = keywords.length > 0 && this.#dueMs >= this.#keywordDueMs;
      if (isHeard) this.#keywordDueMs = this.#dueMs + keywordEverySeconds * 1_000;
      this.#happen(this.#dueMs, isHeard ? this.#random.pick(keywords) : null);
      this.#dueMs += (1_000 / perSecond) * (0.2 + 1.6 * this.#random.next());
    }
  }

  /** Range of the stored events. */
  kept(): { from: number; to: number } {
    this.catchUp();
    const oldestUs = (this.clock.nowMs() - this.options.lookBackSeconds * 1_000) * 1_000;
    let gone = Math.max(0, this.#log.length - maxKept);
    while (gone < this.#log.length && this.#log[gone]!.atUs < oldestUs) gone += 1;
    if (gone > 0) this.#log.splice(0, gone);
    return { from: this.#next - this.#log.length, to: this.#next };
  }

  /** Returns a stored event by number. */
  at(number: number): Happened {
    return this.#log[number - (this.#next - this.#log.length)]!;
  }

  /** Number of the first stored event at or after a time. */
  since(microseconds: number): number {
    const { from, to } = this.kept();
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at(middle).atUs < microseconds) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Writes a post, or a reply if there is a parent. Returns its URI. */
  write({ text, by = "ferrywoman", parent, createdAt, more }: Draft): string {
    this.catchUp();
    const above = parent === undefined ? undefined : this.known(parent);
    const written = createdAt ?? this.clock.now().toISOString();
    const record = { ...getRecord(text, written, above && namedIn(above)), ...more };
    return this.#post(by, record, this.clock.nowMs(), null).uri;
  }

  delete(uri: string): void {
    this.catchUp();
    const post = this.known(uri);
    post.isDeleted = true;
    this.#report(this.clock.nowMs(), {
      ...this.#commitOf(post),
      operation: "delete",
      cid: undefined,
      record: undefined,
    });
  }

  edit(uri: string, text: string): void {
    this.catchUp();
    const post = this.known(uri);
    post.record = { ...post.record, text };
    this.#report(this.clock.nowMs(), { ...this.#commitOf(post), operation: "update" });
  }

  /** Changes an account's status. */
  become(name: string, accountStatus: AccountStatus): void {
    this.catchUp();
    this.#accountStatuses.set(getDid(name), accountStatus);
    this.#report(this.clock.nowMs(), { did: getDid(name), kind: "account", accountStatus });
  }

  rename(name: string, handle: string): void {
    this.catchUp();
    this.#handles.set(getDid(name), handle);
    this.#report(this.clock.nowMs(), { did: getDid(name), kind: "identity" });
  }

  /** Returns the handle of a visible account, or null. */
  handle(did: string): string | null {
    const accountStatus = this.#accountStatuses.get(did) ?? "active";
    return accountStatus === "active" || accountStatus === "throttled"
      ? (this.#handles.get(did) ?? null)
      : null;
  }

  didCalled(handle: string): string | null {
    return [...this.#handles].find(([, called]) => called === handle)?.[0] ?? null;
  }

  /** Returns a visible post, or null. */
  shown(uri: string): Post | null {
    this.catchUp();
    const post = this.#posts.get(uri);
    return post === undefined || post.isDeleted || this.handle(getDid(post.name)) === null ? null : post;
  }

  /** Up to 30. */
  newest(count: number): Post[] {
    this.catchUp();
    return this.#latest.slice(-count).toReversed();
  }

  known(uri: string): Post {
    const post = this.#posts.get(uri);
    if (post === undefined) throw new RangeError(`no post ${uri}`);
    return post;
  }

  #happen(atMs: number, keyword: string | null): void {
    const random = this.#random;
    const name = random.pick(names);
    const isPost = random.chance(1 / 9);
    if (keyword === null && !isPost) {
      const rkey = getKey(this.#lastUs, this.#next);
      const liked = { kind: "commit", operation: "create", collection: "app.bsky.feed.like", rkey } as const;
      this.#report(atMs, { did: getDid(name), ...liked });
      return;
    }
    const above = random.chance(0.45) ? this.#latest.at(-1 - random.int(maxShown)) : undefined;
    const text = random
      .pick(keyword === null ? (above ? replies : texts) : matchTexts)
      .replaceAll("{k}", keyword ?? "");
    // By the author's clock, shortly before the event.
    const written = new Date(atMs - random.int(2_400) + 300).toISOString();
    const record = getRecord(text, written, above && namedIn(above));
    const card = random.chance(0.1) ? { embed: getCard(random.int(9)) } : {};
    this.#post(name, { ...record, ...card }, atMs, keyword);
  }

  #post(name: string, record: PostRecord, atMs: number, keyword: string | null): Post {
    const did = getDid(name);
    if (!this.#handles.has(did)) this.#handles.set(did, getHandle(name));
    const rkey = getKey(Math.max(this.#lastUs + 1, Math.floor(atMs * 1_000)), this.#next);
    const uri = `at://${did}/${collection}/${rkey}`;
    const post: Post = { uri, cid: getCid(uri), name, record, atMs, isDeleted: false, keyword };
    this.#posts.set(uri, post);
    this.#latest = [...this.#latest.slice(1 - maxShown), post];
    if (this.#posts.size > maxKept) this.#posts.delete(this.#posts.keys().next().value!);
    this.#report(atMs, { ...this.#commitOf(post), operation: "create" });
    return post;
  }

  #commitOf({ uri, cid, record }: Post) {
    const [, , did = "", , rkey] = uri.split("/");
    return { did, kind: "commit", collection, rkey, cid, record } as const;
  }

  /** Every event has a different time. */
  #report(atMs: number, what: Omit<Happened, "number" | "atUs">): void {
    this.#lastUs = Math.max(this.#lastUs + 1, Math.floor(atMs * 1_000));
    this.#log.push({ ...what, number: this.#next, atUs: this.#lastUs });
    this.#next += 1;
  }
}
