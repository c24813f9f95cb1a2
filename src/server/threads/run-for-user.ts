import { AppError } from "@/server/platform/errors";
import { TaskError } from "./task-error";
import type { TaskInput, TaskName, TaskOutput } from "./tasks";
import { threads } from "./threads";

/** Retry-After if too many tasks are queued (s). */
const retryAfter = 5;

/** Rejects with `late` (time or memory), and with 429 (this user) or 503 (total) if too many are queued. */
export async function runForUser<Name extends TaskName>(
  task: Name,
  input: TaskInput<Name>,
  { user, late }: { user: { id: string }; late: AppError },
): Promise<TaskOutput<Name>> {
  try {
    return await threads().run(task, input, { key: user.id, isBackground: false });
  } catch (error) {
    throw isTooExpensive(error) ? late : toRefusal(error);
  }
}

function isTooExpensive(error: unknown): boolean {
  return error instanceof TaskError && ["late", "memory", "ended"].includes(error.failure);
}

function toRefusal(error: unknown): unknown {
  const failure = error instanceof TaskError ? error.failure : null;
  if (failure === "too-many") return new AppError("KEYWORD_RATE_LIMIT_EXCEEDED", tooManyText, { retryAfter });
  return failure === "full" ? new AppError("UPSTREAM_UNAVAILABLE", busyText) : error;
}

/** Shared time limit. The clock starts with the first result: a new thread might have to load first. */
export class TimedTasks {
  /** Results are missing because time ran out or a task used too much memory. */
  isPartial = false;
  readonly #key: string;
  #endMs = Infinity;

  constructor(
    { id }: { id: string },
    private readonly withinMs: number,
    private readonly signal?: AbortSignal,
  ) {
    this.#key = id;
  }

  /** Returns null if it is late, too large or the client disconnected. Other errors as in `runForUser`. */
  async run<Name extends TaskName>(task: Name, input: TaskInput<Name>): Promise<TaskOutput<Name> | null> {
    const leftMs = Math.min(this.#endMs - performance.now(), this.withinMs);
    try {
      const owner = { key: this.#key, isBackground: false, withinMs: leftMs };
      if (leftMs > 0 && !this.signal?.aborted) return await threads().run(task, input, owner);
    } catch (error) {
      if (!isTooExpensive(error)) throw toRefusal(error);
    } finally {
      this.#endMs = Math.min(this.#endMs, performance.now() + this.withinMs);
    }
    this.isPartial = true;
    return null;
  }
}

const tooManyText = "You already have many requests running. Wait for them to finish, then try again.";
const busyText = "The service is busy. Please try again in a few seconds.";
