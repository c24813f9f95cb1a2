import type { Clock } from "../clock";
import { hash, Random } from "../random";
import { Composer } from "./compose";
import {
  type CommentDraft,
  type Draft,
  type GitHubOptions,
  type Repository,
  type State,
  type Thread,
  usual,
} from "./shapes";
import { repositories } from "./words";

/** All repositories of the simulated GitHub. */
export class GitHubWorld {
  readonly clock: Clock;
  readonly options: GitHubOptions;
  repositories: Repository[] = [];
  #nextComment = 0;
  #composer: Composer;

  constructor(clock: Clock, options: Partial<GitHubOptions> = {}) {
    this.clock = clock;
    this.options = { ...usual, ...options };
    this.#composer = this.#begin();
  }

  reset(): void {
    this.#composer = this.#begin();
  }

  #begin(): Composer {
    this.#nextComment = 2_900_000_000;
    this.repositories = [];
    for (const name of repositories) this.create(name);
    const random = new Random(hash(this.options.seed, 0x617, 0));
    return new Composer(this, random, this.clock.nowMs());
  }

  /** Adds a repository with one old issue. */
  create(name: string, isPrivate = false): Repository {
    const id = 810_000 + this.repositories.length;
    const repository: Repository = {
      ...{ id, name, formerName: null, isPrivate, isGone: false, hasDiscussions: true },
      ...{ threads: [], releases: [] },
    };
    this.repositories.push(repository);
    this.write(name, { title: "First steps", text: "Hello.", by: "ada", atMs: this.clock.nowMs() - 60_000 });
    return repository;
  }

  /** Generates the items due by the clock. */
  catchUp(): void {
    this.#composer.catchUp(this.clock.nowMs());
  }

  /** Returns a repository by its current or former name. Throws RangeError. */
  known(name: string): Repository {
    const found = this.find(name);
    if (found === undefined) throw new RangeError(`no repository ${name}`);
    return found;
  }

  find(name: string): Repository | undefined {
    const wanted = name.toLowerCase();
    const isNamed = (one: string | null) => one?.toLowerCase() === wanted;
    return (
      this.repositories.find((one) => isNamed(one.name)) ??
      this.repositories.find((one) => isNamed(one.formerName))
    );
  }

  thread(name: string, number: number): Thread {
    const found = this.known(name).threads.find((one) => one.number === number);
    if (found === undefined) throw new RangeError(`no number ${number} in ${name}`);
    return found;
  }

  /** Writes an issue, pull request or discussion and returns its number, or a release or tag and returns its tag. */
  write(name: string, draft: Draft): number | string {
    const repository = this.known(name);
    const { is = "issue", title = "", by = "octavia", text = "", keyword = null, shownInMs = 0 } = draft;
    const atMs = draft.atMs ?? this.clock.nowMs();
    if (is === "release" || is === "tag") {
      const tag = draft.tag ?? `v1.${repository.releases.length}.0`;
      repository.releases.push({
        tag,
        title,
        text: text ?? "",
        by: by ?? "ada",
        atMs,
        state: is === "tag" ? "tag" : "live",
        keyword,
      });
      return tag;
    }
    const number = repository.threads.length + 1;
    const shownMs = atMs + shownInMs;
    const thread = { is, number, title, by, text, atMs, changedMs: atMs, shownMs, keyword };
    repository.threads.push({ ...thread, state: "live", comments: [] });
    return number;
  }

  comment(name: string, number: number, draft: CommentDraft = {}): number {
    const thread = this.thread(name, number);
    const { is = "comment", by = "mossgreen", text = "", keyword = null, replyTo = null } = draft;
    const atMs = this.clock.nowMs();
    // Ids rise over all repositories and are not consecutive.
    this.#nextComment += 1 + (hash(this.options.seed, this.#nextComment) % 50);
    const id = this.#nextComment;
    const times = { atMs, editedMs: atMs, shownMs: atMs + (draft.shownInMs ?? 0) };
    thread.comments.push({ id, is, number, by, text, ...times, replyTo, state: "live", keyword });
    thread.changedMs = atMs;
    return id;
  }

  /** Changes a text. Comments keep the time of their issue. */
  edit(name: string, number: number, text: string, comment?: number): void {
    const thread = this.thread(name, number);
    const found = thread.comments.find(({ id }) => id === comment);
    if (found !== undefined) Object.assign(found, { text, editedMs: this.clock.nowMs() });
    else Object.assign(thread, { text, changedMs: this.clock.nowMs() });
  }

  end(name: string, number: number, state: State): void {
    this.thread(name, number).state = state;
  }

  endComment(name: string, number: number, comment: number): void {
    const found = this.thread(name, number).comments.find(({ id }) => id === comment);
    if (found !== undefined) found.state = "deleted";
  }

  rename(name: string, to: string): void {
    const repository = this.known(name);
    Object.assign(repository, { name: to, formerName: repository.name });
  }
}
