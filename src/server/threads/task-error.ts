/**
 * Why a task failed. "late": missed its deadline. "memory": exceeded the thread's memory limit. "ended": its
 * thread ended. "threw": its function threw an unexpected error. "full": too many tasks are queued in this
 * process. "too-many": too many tasks of this key are queued.
 */
export type TaskFailure = "late" | "memory" | "ended" | "threw" | "full" | "too-many";

export class TaskError extends Error {
  constructor(
    readonly failure: TaskFailure,
    message: string,
  ) {
    super(message);
    this.name = "TaskError";
  }
}
