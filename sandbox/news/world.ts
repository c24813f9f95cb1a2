import { type Clock } from "../clock";
import { hash, Random } from "../random";
import { authors, descriptions, headlines, matchingHeadlines, outlets } from "./words";

export interface NewsOptions {
  seed: number;
  /** Generated articles per minute. 0: only articles made by hand. */
  perMinute: number;
  /** Keywords that occasionally appear in articles, and how often. */
  keywords: readonly string[];
  keywordEverySeconds: number;
  /** Minutes of each quarter hour that have a file. */
  fileOffsets: readonly number[];
}

/** Busier files than every quarter of an hour, for demonstration. */
export const usual: NewsOptions = {
  seed: 1,
  perMinute: 20,
  keywords: ["invoice software", "late payments", "tidewater"],
  keywordEverySeconds: 300,
  fileOffsets: [0, 2, 4, 6, 8, 10, 12, 14],
};

/** An article with the minute of its file (since the epoch); null until it is in one. */
export interface Article {
  url: string;
  domain: string;
  outletName: string;
  title: string;
  desc: string;
  author: string;
  lang: string;
  /** The article's own time. */
  atMs: number;
  /** When the source listed it. */
  seenMs: number;
  keyword: string | null;
  file: number | null;
  isUnlisted: boolean;
}

export type Draft = Partial<
  Pick<Article, "url" | "domain" | "outletName" | "title" | "desc" | "author" | "atMs">
> & {
  /** Lists the article without writing it to a file. */
  isUnfiled?: boolean;
  /** Leaves it out of the list. */
  isUnlisted?: boolean;
};

export interface NewsFaults {
  /** Files appear this many minutes after their time. */
  lateMinutes: number;
  /** Files that never appear, from now on. */
  neverFiles: number;
  truncatedFiles: number;
  badLines: number;
  emptyTitles: number;
  /** The list keeps its time and its contents. */
  isListStuck: boolean;
}

const minuteMs = 60_000;
const listMs = 15 * minuteMs;
const maxStored = 500_000;

/** The simulated source: its articles, and which file contains them. */
export class NewsWorld {
  readonly clock: Clock;
  readonly options: NewsOptions;
  faults: NewsFaults = noFaults();
  #articles: Article[] = [];
  /** Articles by the minute of their file. */
  #files = new Map<number, { articles: Article[]; shownMs: number; isTruncated: boolean; extra: string[] }>();
  #random: Random;
  #dueMs = 0;
  #keywordDueMs = 0;
  #fileDue = 0;
  #stuck: { builtMs: number; articles: Article[] } | null = null;
  #made = 0;

  constructor(clock: Clock, options: Partial<NewsOptions> = {}) {
    this.clock = clock;
    this.options = { ...usual, ...options };
    this.#random = new Random(0);
    this.reset();
  }

  reset(): void {
    this.faults = noFaults();
    [this.#articles, this.#files, this.#stuck] = [[], new Map(), null];
    this.#random = new Random(hash(this.options.seed, 0x6e65, 0));
    this.#dueMs = this.clock.nowMs();
    this.#keywordDueMs = this.#dueMs + this.options.keywordEverySeconds * 1_000;
    this.#fileDue = Math.floor(this.#dueMs / minuteMs) + 1;
    this.#made = Math.floor(this.#dueMs / 1_000);
  }

  /** Generates the articles and files due by the clock. All readers call it first. */
  catchUp(): void {
    const nowMs = this.clock.nowMs();
    const { perMinute, keywords, keywordEverySeconds } = this.options;
    if (this.faults.isListStuck) this.#stuck ??= { builtMs: this.#builtMs(), articles: this.#listed() };
    else this.#stuck = null;
    for (; this.#fileDue * minuteMs <= nowMs; this.#fileDue += 1) {
      while (perMinute > 0 && this.#dueMs < this.#fileDue * minuteMs) {
        const isHeard = keywords.length > 0 && this.#dueMs >= this.#keywordDueMs;
        if (isHeard) this.#keywordDueMs += keywordEverySeconds * 1_000;
        this.#compose(this.#dueMs, isHeard ? this.#random.pick(keywords) : null);
        this.#dueMs += (minuteMs / perMinute) * (0.2 + 1.6 * this.#random.next());
      }
      this.#writeFile(this.#fileDue);
    }
    if (perMinute === 0) this.#dueMs = nowMs;
    if (this.#articles.length > maxStored) this.#articles.splice(0, this.#articles.length - maxStored);
  }

  /** Lists an article now. Returns its URL. */
  write(draft: Draft): string {
    this.catchUp();
    return this.#add(draft, this.clock.nowMs(), null).url;
  }

  /** The same headline at many outlets. */
  writeStory(title: string, count: number): string[] {
    return Array.from({ length: count }, (_, at) =>
      this.write({
        title: `${title} - Outlet ${at}`,
        outletName: `Outlet ${at}`,
        domain: `outlet-${at}.example`,
      }),
    );
  }

  /** The list's time and its articles of the last 15 minutes. */
  list(): { builtMs: number; articles: readonly Article[] } {
    this.catchUp();
    return this.#stuck ?? { builtMs: this.#builtMs(), articles: this.#listed() };
  }

  /** A file's lines; null if there is none, or none yet. */
  file(minute: number): { lines: string[]; isTruncated: boolean } | null {
    this.catchUp();
    const file = this.#files.get(minute);
    if (file === undefined || file.shownMs > this.clock.nowMs()) return null;
    return { lines: [...file.articles.map(lineOf), ...file.extra], isTruncated: file.isTruncated };
  }

  /** All articles, oldest first. */
  articles(): readonly Article[] {
    this.catchUp();
    return this.#articles;
  }

  #builtMs(): number {
    return Math.floor(this.clock.nowMs() / minuteMs) * minuteMs;
  }

  #listed(): Article[] {
    const builtMs = this.#builtMs();
    const from = this.#articles.findLastIndex(({ seenMs }) => seenMs <= builtMs - listMs) + 1;
    return this.#articles.slice(from).filter(({ seenMs, isUnlisted }) => seenMs < builtMs && !isUnlisted);
  }

  /** Writes all articles since the last file, if one is due in this minute. */
  #writeFile(minute: number): void {
    if (!this.options.fileOffsets.includes(minute % 15)) return;
    const from = this.#articles.findLastIndex(({ file }) => file !== null && file > 0) + 1;
    const articles = this.#articles
      .slice(from)
      .filter((one) => one.file === null && one.seenMs < minute * minuteMs);
    if (articles.length === 0) return;
    const { faults } = this;
    const isNever = faults.neverFiles > 0;
    if (isNever) faults.neverFiles -= 1;
    for (const article of articles) article.file = minute;
    const isTruncated = !isNever && faults.truncatedFiles > 0;
    if (isTruncated) faults.truncatedFiles -= 1;
    const extra = [
      ...Array.from({ length: faults.badLines }, () => '{"date":"2026-'),
      ...Array.from({ length: faults.emptyTitles }, (_, at) =>
        lineOf({ ...articles[0]!, url: `https://untitled.example/${minute}/${at}`, title: "" }),
      ),
      // A cut-off last line would mean an incomplete file.
      ...(faults.badLines > 0 ? [lineOf(articles[0]!)] : []),
    ];
    const shownMs = isNever ? Infinity : (minute + faults.lateMinutes) * minuteMs;
    this.#files.set(minute, { articles, shownMs, isTruncated, extra });
  }

  /** Truncated files are complete from now on. */
  mend(): void {
    for (const file of this.#files.values()) file.isTruncated = false;
  }

  #compose(atMs: number, keyword: string | null): void {
    const random = this.#random;
    const outlet = random.pick(outlets);
    const title = random
      .pick(keyword === null ? headlines : matchingHeadlines)
      .replaceAll("{k}", keyword ?? "")
      .replaceAll("{n}", `${random.int(100_000)}`);
    const draft = { domain: outlet.domain, outletName: outlet.name, title, author: random.pick(authors) };
    const agedMs = random.chance(0.3) ? random.int(10 * minuteMs) : 0;
    this.#add({ ...draft, desc: random.pick(descriptions), atMs: atMs - agedMs }, atMs, keyword);
  }

  #add(draft: Draft, seenMs: number, keyword: string | null): Article {
    const domain = draft.domain ?? "harbour-herald.example";
    this.#made += 1;
    const article: Article = {
      url: draft.url ?? `https://${domain}/articles/${this.#made}`,
      ...{ domain, outletName: draft.outletName ?? domain },
      ...{ title: draft.title ?? "", desc: draft.desc ?? "", author: draft.author ?? "", lang: "en" },
      ...{ atMs: draft.atMs ?? seenMs, seenMs, keyword },
      file: draft.isUnfiled === true ? 0 : null,
      isUnlisted: draft.isUnlisted === true,
    };
    this.#articles.push(article);
    return article;
  }
}

function noFaults(): NewsFaults {
  return {
    ...{ lateMinutes: 0, neverFiles: 0, truncatedFiles: 0, badLines: 0, emptyTitles: 0 },
    isListStuck: false,
  };
}

function lineOf({ url, domain, outletName, title, desc, author, lang, atMs }: Article): string {
  const date = new Date(atMs).toISOString();
  return JSON.stringify({ date, url, domain, outletName, title, desc, lang, author });
}
