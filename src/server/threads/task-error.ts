import { hasName } from "@/domain/named-error";

/** "late": missed its deadline. "ended": its thread ended. "full": this process, "too-many": this key. */
export type TaskFailure = "late" | "memory" | "ended" | "threw" | "full" | "too-many";

export class TaskError extends Error {
  static override [Symbol.hasInstance](error: unknown): error is TaskError {
    return hasName(error, "TaskError");
  }

  constructor(
    readonly failure: TaskFailure,
    message: string,
  ) {
    super(message);
    this.name = "TaskError";
  }
}

/** Whether the task was never started. Trying again later can succeed. */
export function isRefusal(error: unknown): boolean {
  return error instanceof TaskError && (error.failure === "full" || error.failure === "too-many");
}
