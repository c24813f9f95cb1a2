import { type Clock, writtenBefore } from "../clock";
import { hash, Random } from "../random";
import {
  answers,
  comments,
  matchingTexts,
  matchingTitles,
  names,
  openings,
  tags,
  things,
  titles,
} from "./words";

export interface StackExchangeOptions {
  seed: number;
  /** Generated posts per minute on the first site. 0: only posts made by hand. */
  perMinute: number;
  keywords: readonly string[];
  keywordEverySeconds: number;
  /** How long responses are cached. */
  cachedMs: number;
}

const usual: StackExchangeOptions = {
  ...{ seed: 1, perMinute: 3, keywords: ["invoice software", "late payments", "tidewater"] },
  ...{ keywordEverySeconds: 600, cachedMs: 60_000 },
};

export type PostKind = "question" | "answer" | "comment";

export interface StackPost {
  id: number;
  site: string;
  kind: PostKind;
  /** The question of an answer, and the post of a comment. */
  parent: number | null;
  question: number;
  title: string;
  tags: readonly string[];
  text: string;
  /** Null if the account doesn't exist anymore, undefined if the site sends no owner. */
  by: string | null | undefined;
  atMs: number;
  /** The post is in lists and totals from this time on. */
  shownMs: number;
  editedMs: number | null;
  isDeleted: boolean;
  keyword: string | null;
}

export type Draft = Partial<
  Pick<StackPost, "title" | "tags" | "text" | "by" | "atMs" | "keyword"> & { site: string; shownInMs: number }
> & {
  /** Makes it an answer. */
  question?: number;
  /** Makes it a comment. */
  post?: number;
};

export const siteTitles: Readonly<Record<string, { title: string; host: string }>> = {
  stackoverflow: { title: "Stack Overflow", host: "stackoverflow.com" },
  serverfault: { title: "Server Fault", host: "serverfault.com" },
  webapps: { title: "Web Applications", host: "webapps.stackexchange.com" },
};

/** Simulated sites of the network. Posts and comments have separate ids, which are not dense. */
export class StackExchangeWorld {
  readonly clock: Clock;
  readonly options: StackExchangeOptions;
  posts: StackPost[] = [];
  #byId = new Map<string, StackPost>();
  #random = new Random(1);
  #nextPost = 0;
  #nextComment = 0;
  #dueMs = 0;
  #keywordDueMs = 0;

  constructor(clock: Clock, options: Partial<StackExchangeOptions> = {}) {
    this.clock = clock;
    this.options = { ...usual, ...options };
    this.reset();
  }

  reset(): void {
    const before = writtenBefore(this.clock, this.options.perMinute / 60);
    this.posts = [];
    this.#byId.clear();
    this.#random = new Random(hash(this.options.seed, 0x5e));
    this.#nextPost = 79_900_000 + before;
    this.#nextComment = 140_000_000 + before;
    this.#dueMs = this.clock.nowMs();
    this.#keywordDueMs = this.#dueMs + this.options.keywordEverySeconds * 1_000;
  }

  /** Generates the posts due by the clock. All readers call it first. */
  catchUp(): void {
    const { perMinute, keywords, keywordEverySeconds } = this.options;
    while (perMinute > 0 && this.#dueMs <= this.clock.nowMs()) {
      const isHeard = keywords.length > 0 && this.#dueMs >= this.#keywordDueMs;
      if (isHeard) this.#keywordDueMs += keywordEverySeconds * 1_000;
      this.#compose(isHeard ? this.#random.pick(keywords) : null);
      this.#dueMs += (60_000 / perMinute) * (0.2 + 1.6 * this.#random.next());
    }
  }

  #compose(keyword: string | null): void {
    const random = this.#random;
    const filled = (lines: readonly string[]) =>
      random
        .pick(lines)
        .replaceAll("{k}", keyword ?? "")
        .replaceAll("{thing}", random.pick(things));
    const questions = this.posts
      .filter(({ kind, isDeleted }) => kind === "question" && !isDeleted)
      .slice(-20);
    const draft: Draft = { by: random.pick(names), atMs: this.#dueMs, keyword, tags: [random.pick(tags)] };
    const kind = questions.length === 0 ? 0 : random.int(3);
    if (kind === 0)
      this.write({
        ...draft,
        title: filled(keyword === null ? titles : matchingTitles),
        text: filled(openings),
      });
    else if (kind === 1)
      this.write({
        ...draft,
        question: random.pick(questions).id,
        text: filled(keyword === null ? answers : matchingTexts),
      });
    else
      this.write({
        ...draft,
        post: random.pick(questions).id,
        text: filled(keyword === null ? comments : matchingTexts),
      });
  }

  /** Writes a question, an answer or a comment, and returns its id. */
  write(draft: Draft): number {
    const { site = "stackoverflow", text = "", keyword = null } = draft;
    const kind = draft.post !== undefined ? "comment" : draft.question !== undefined ? "answer" : "question";
    const parent = draft.post ?? draft.question ?? null;
    const above = parent === null ? undefined : this.find(site, "post", parent);
    if (parent !== null && above === undefined) throw new RangeError(`no post ${parent} on ${site}`);
    const id = kind === "comment" ? this.#nextComment : this.#nextPost;
    if (kind === "comment") this.#nextComment += 1 + this.#random.int(3);
    else this.#nextPost += 1 + this.#random.int(3);
    const root = above === undefined ? undefined : this.find(site, "post", above.question);
    const atMs = Math.floor((draft.atMs ?? this.clock.nowMs()) / 1_000) * 1_000;
    const post: StackPost = {
      ...{ id, site, kind, parent, text, keyword, atMs, editedMs: null, isDeleted: false },
      ...{ by: "by" in draft ? draft.by : "ada", question: root?.id ?? id },
      ...{ title: root?.title ?? draft.title ?? "", tags: root?.tags ?? draft.tags ?? ["rust"] },
      shownMs: atMs + (draft.shownInMs ?? 0),
    };
    this.posts.push(post);
    this.#byId.set(getKey(site, kind, id), post);
    return id;
  }

  find(site: string, kind: "post" | "comment", id: number): StackPost | undefined {
    return this.#byId.get(getKey(site, kind, id));
  }

  /** Deletes a post, or a question with everything below it. */
  end(site: string, kind: "post" | "comment", id: number): void {
    const post = this.find(site, kind, id);
    if (post === undefined) throw new RangeError(`no ${kind} ${id} on ${site}`);
    post.isDeleted = true;
    for (const one of this.posts)
      if (
        one.site === site &&
        (one.parent === id || (post.kind === "question" && one.question === id)) &&
        kind === "post"
      )
        one.isDeleted = true;
  }

  edit(site: string, kind: "post" | "comment", id: number, text: string): void {
    const post = this.find(site, kind, id);
    if (post === undefined) throw new RangeError(`no ${kind} ${id} on ${site}`);
    Object.assign(post, { text, editedMs: this.clock.nowMs() });
  }

  /** Everything that the site shows now. */
  shown(site: string, kind: PostKind): StackPost[] {
    this.catchUp();
    const nowMs = this.clock.nowMs();
    return this.posts.filter(
      (post) => post.site === site && post.kind === kind && !post.isDeleted && post.shownMs <= nowMs,
    );
  }
}

function getKey(site: string, kind: PostKind | "post", id: number): string {
  return `${site} ${kind === "comment" ? "c" : "p"} ${id}`;
}
