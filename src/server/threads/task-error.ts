/** "late": missed its deadline. "ended": its thread ended. "full": this process, "too-many": this key. */
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
