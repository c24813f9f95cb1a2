/**
 * Why a task has no result:
 * - "late": it missed its deadline; "memory": it took more memory than a thread may have; "ended": its thread ended;
 * - "threw": its function threw, which expected failures don't do;
 * - "full": too many tasks wait in this process; "too-many": too many tasks of this key wait.
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
