import type { Worker } from "node:worker_threads";
import { deadlinesMs } from "./deadlines";
import { FairQueue } from "./fair-queue";
import { TaskError } from "./task-error";
import type { TaskInput, TaskName, TaskOutput } from "./tasks";
import { Thread } from "./thread";

/** Times in milliseconds. A key's tasks run one after another. */
export const poolLimits = {
  threads: 4,
  /** Maximum threads for background tasks, so there are always some for requests. */
  backgroundThreads: 2,
  queued: { total: 200, perKey: 20 },
  /** Limited by our own code: up to 64 rounds of delivery render messages. */
  queuedInBackground: { total: 200, perKey: 100 },
  startMs: 30_000,
  idleMs: 60_000,
  deadlinesMs,
};

export interface TaskOwner {
  /** Tasks of different keys take turns. A user id or a host. */
  key: string;
  isBackground: boolean;
  /** Shorter limit than the task's deadline (ms), for the last of several tasks. */
  withinMs?: number;
}

interface Job {
  task: TaskName;
  deadlineMs: number;
  input: unknown;
  resolve: (output: never) => void;
  reject: (error: unknown) => void;
}

/**
 * Runs the functions of `tasks.ts` in worker threads. Untrusted bytes are only parsed and matched here. A
 * late or too large task is terminated with its thread. Keys take turns and run one task at a time, so users
 * don't delay each other. If too many tasks are queued, `run` rejects with a `TaskError`. Copying input and
 * output takes time on the calling thread: pass about a megabyte at a time, as bytes.
 */
export class ThreadPool {
  readonly #threads = new Set<Promise<Thread>>();
  readonly #idle: { thread: Thread; timer: NodeJS.Timeout }[] = [];
  readonly #running = new Map<string, TaskOwner>();
  readonly #requests: FairQueue<Job>;
  readonly #background: FairQueue<Job>;

  constructor(
    private readonly begin: () => Worker,
    private readonly limits = poolLimits,
  ) {
    this.#requests = new FairQueue(limits.queued);
    this.#background = new FairQueue(limits.queuedInBackground);
  }

  /** Starts a thread if there isn't one. Throws if that fails. */
  async ready(): Promise<void> {
    if (this.#threads.size === 0) this.#rest(await this.#start());
  }

  run<Name extends TaskName>(
    task: Name,
    input: TaskInput<Name>,
    owner: TaskOwner,
  ): Promise<TaskOutput<Name>> {
    return new Promise((resolve, reject) => {
      const queue = owner.isBackground ? this.#background : this.#requests;
      const deadlineMs = Math.min(this.limits.deadlinesMs[task], owner.withinMs ?? Infinity);
      const added = queue.add(owner.key, { task, deadlineMs, input, resolve, reject });
      if (added !== "added") return reject(new TaskError(added, "the queue of the worker threads is full"));
      this.#runNext();
    });
  }

  async end(): Promise<void> {
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer);
    await Promise.all(
      [...this.#threads].map((started) =>
        started.then(
          (thread) => thread.end(),
          () => {},
        ),
      ),
    );
    this.#threads.clear();
  }

  #runNext(): void {
    while (this.#running.size < this.limits.threads) {
      const next = this.#takeNext();
      if (next === null) return;
      const { key, entry, isBackground } = next;
      this.#running.set(key, { key, isBackground });
      void this.#runJob(entry).finally(() => {
        this.#running.delete(key);
        this.#runNext();
      });
    }
  }

  /** Requests first, but one thread is left to background tasks: slow requests must not stop reading. */
  #takeNext(): { key: string; entry: Job; isBackground: boolean } | null {
    const isFree = (key: string) => !this.#running.has(key);
    const request = () => withKind(this.#requests.next(isFree), false);
    const background = () => withKind(this.#background.next(isFree), true);
    const count = [...this.#running.values()].filter(({ isBackground }) => isBackground).length;
    if (count === 0) return background() ?? request();
    return request() ?? (count < this.limits.backgroundThreads ? background() : null);
  }

  async #runJob({ task, deadlineMs, input, resolve, reject }: Job): Promise<void> {
    try {
      const thread = this.#takeIdle() ?? (await this.#start());
      try {
        resolve((await thread.run(task, input, deadlineMs)) as never);
      } finally {
        if (thread.isGone) await thread.end();
        else this.#rest(thread);
      }
    } catch (error) {
      reject(error);
    }
  }

  /** Returns the most recently used thread, so the others can become idle and end. */
  #takeIdle(): Thread | undefined {
    const last = this.#idle.pop();
    clearTimeout(last?.timer);
    return last?.thread.isGone ? this.#takeIdle() : last?.thread;
  }

  async #start(): Promise<Thread> {
    const forget = () => this.#threads.delete(started);
    const started: Promise<Thread> = Thread.start(this.begin, this.limits.startMs, forget);
    this.#threads.add(started);
    return started.catch((error: unknown) => {
      forget();
      throw error;
    });
  }

  #rest(thread: Thread): void {
    const timer = setTimeout(() => void thread.end(), this.limits.idleMs).unref();
    this.#idle.push({ thread, timer });
  }
}

const withKind = <Next extends object>(next: Next | null, isBackground: boolean) =>
  next === null ? null : { ...next, isBackground };
