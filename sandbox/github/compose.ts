import type { Random } from "../random";
import { botName, comments, matchingComments, matchingTitles, names, texts, things, titles } from "./words";
import type { CommentDraft, Draft, GitHubOptions, Repository } from "./shapes";

interface World {
  options: GitHubOptions;
  repositories: readonly Repository[];
  write(name: string, draft: Draft): void;
  comment(name: string, number: number, draft: CommentDraft): void;
}

/** Writes the repositories' items over time. */
export class Composer {
  readonly #world: World;
  readonly #random: Random;
  #dueMs: number;
  #keywordDueMs: number;

  constructor(world: World, random: Random, startMs: number) {
    this.#world = world;
    this.#random = random;
    this.#dueMs = startMs;
    this.#keywordDueMs = startMs + world.options.keywordEverySeconds * 1000;
  }

  catchUp(nowMs: number): void {
    const { perMinute, keywords, keywordEverySeconds } = this.#world.options;
    if (perMinute === 0) return;
    while (this.#dueMs <= nowMs) {
      const isHeard = keywords.length > 0 && this.#dueMs >= this.#keywordDueMs;
      if (isHeard) this.#keywordDueMs += keywordEverySeconds * 1000;
      this.#compose(isHeard ? this.#random.pick(keywords) : null);
      this.#dueMs += (60_000 / perMinute) * (0.2 + 1.6 * this.#random.next());
    }
  }

  #compose(keyword: string | null): void {
    const random = this.#random;
    const { name, threads } = random.pick(this.#world.repositories);
    const by = random.chance(0.2) ? botName : random.pick(names);
    const filled = (lines: readonly string[]) =>
      random
        .pick(lines)
        .replaceAll("{k}", keyword ?? "")
        .replaceAll("{thing}", random.pick(things));
    if (random.chance(0.3)) {
      const is = random.pick(["issue", "issue", "pull", "discussion", "release"] as const);
      const title = filled(keyword === null ? titles : matchingTitles);
      this.#world.write(name, { is, title, text: filled(texts), by, keyword });
      return;
    }
    const { number, is } = threads.at(-1 - random.int(Math.min(20, threads.length)))!;
    const isReview = is === "pull" && random.chance(0.5);
    const text = filled(keyword === null ? comments : matchingComments);
    this.#world.comment(name, number, { is: isReview ? "review" : "comment", text, by, keyword });
  }
}
