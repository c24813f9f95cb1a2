import { AppError } from "@/server/platform/errors";
import { TaskError } from "./task-error";
import type { TaskInput, TaskName, TaskOutput } from "./tasks";
import { threads } from "./threads";

/** How long a caller should wait if too many tasks are queued (s). */
const retryAfter = 5;

/**
 * Runs a task that a user's request waits for. Rejects with `late` if it takes too long or too much memory, and with 429 or 503
 * if too many tasks wait, of this user or of all.
 */
export async function runForUser<Name extends TaskName>(
  task: Name,
  input: TaskInput<Name>,
  { user, late }: { user: { id: string }; late: AppError },
): Promise<TaskOutput<Name>> {
  try {
    return await threads().run(task, input, { key: user.id, isBackground: false });
  } catch (error) {
    if (!(error instanceof TaskError)) throw error;
    if (error.failure === "threw") throw error;
    if (error.failure === "too-many")
      throw new AppError("KEYWORD_RATE_LIMIT_EXCEEDED", tooManyText, { retryAfter });
    if (error.failure === "full") throw new AppError("UPSTREAM_UNAVAILABLE", busyText);
    throw late;
  }
}

const tooManyText = "You already have many requests running. Wait for them to finish, then try again.";
const busyText = "The service is busy. Please try again in a few seconds.";
