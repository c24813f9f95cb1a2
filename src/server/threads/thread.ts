import type { Worker } from "node:worker_threads";
import { fairTimer } from "@/adapters/fair-timeout";
import { AppError } from "@/contract/errors";
import { TaskError } from "./task-error";

/** Messages from `worker.mjs`: started, task loaded, returned, threw an AppError, threw another error. */
type Message =
  | { isReady: true }
  | { isLoaded: true }
  | { output: unknown }
  | { refused: Pick<AppError, "code" | "message" | "details"> }
  | { thrown: string };

/** Forgives one freeze of the process. With more, an expensive task could run much longer in a busy one. */
const maxRounds = 2;

/** A worker thread. Runs one task at a time and can't be used after any TaskError except "threw". */
export class Thread {
  readonly #worker: Worker;
  readonly #loaded = new Set<string>();
  #waiting: { resolve: (message: Message) => void; reject: (error: TaskError) => void } | null = null;
  #stopTimer = () => {};
  #onLoaded = () => {};
  #ended: Promise<unknown> | null = null;

  private constructor(
    begin: () => Worker,
    private readonly startMs: number,
    onEnd: () => void,
  ) {
    this.#worker = begin()
      .on("message", (message: Message) => this.#receive(message))
      .on("messageerror", (error) => this.#fail("ended", error))
      .on("error", (error: Error & { code?: string }) =>
        this.#fail(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "ended", error),
      )
      .on("exit", () => {
        this.#fail("ended", new Error("the thread ended"));
        onEnd();
      });
  }

  static async start(begin: () => Worker, startMs: number, onEnd: () => void): Promise<Thread> {
    const thread = new Thread(begin, startMs, onEnd);
    await thread.#next(startMs);
    return thread;
  }

  get isGone(): boolean {
    return this.#ended !== null;
  }

  async run(task: string, input: unknown, deadlineMs: number): Promise<unknown> {
    this.#worker.postMessage({ task, input });
    this.#onLoaded = () => {
      this.#loaded.add(task);
      this.#failAfter(deadlineMs);
    };
    // Loading a task can take longer than running it.
    const message = await this.#next(this.#loaded.has(task) ? deadlineMs : this.startMs);
    if ("output" in message) return message.output;
    if ("refused" in message) {
      const { code, message: text, details } = message.refused;
      throw new AppError(code, text, details);
    }
    throw new TaskError("threw", "thrown" in message ? message.thrown : "an unknown message");
  }

  async end(): Promise<void> {
    this.#fail("ended", new Error("the thread was ended"));
    await this.#ended;
  }

  /** Waits for the next result. The thread keeps the process alive only in the meantime. */
  #next(withinMs: number): Promise<Message> {
    this.#worker.ref();
    this.#failAfter(withinMs);
    return new Promise((resolve, reject) => (this.#waiting = { resolve, reject }));
  }

  #failAfter(ms: number): void {
    this.#stopTimer();
    const onEnd = () => this.#fail("late", new Error(`no result within ${ms} ms`));
    this.#stopTimer = fairTimer(ms, onEnd, maxRounds);
  }

  #receive(message: Message): void {
    if ("isLoaded" in message) return this.#onLoaded();
    this.#stopWaiting()?.resolve(message);
  }

  #fail(failure: TaskError["failure"], error: Error): void {
    this.#ended ??= this.#worker.terminate();
    this.#stopWaiting()?.reject(new TaskError(failure, error.message));
  }

  #stopWaiting() {
    const waiting = this.#waiting;
    this.#waiting = null;
    this.#stopTimer();
    this.#worker.unref();
    return waiting;
  }
}
