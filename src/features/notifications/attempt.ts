import type { GroupedResponse } from "@/contract/notification";
import type { LeavingWrite, Write } from "./calls";

/** What a change makes of what is shown. */
export type Change = (answer: GroupedResponse) => GroupedResponse;

/** A change that shows at once and is put back where it is refused. */
export interface Attempt {
  /** Names the action to the user should it fail. */
  failure: string;
  /** By how much the number of unread notifications changes. */
  unread: number;
  show: Change;
  putBack: Change;
  /** One after the other. */
  writes: readonly Write[];
}

/** What was refused has no way back: `forget` gives it up. */
export function untilRefused(done: Promise<boolean>, forget: () => void): void {
  void done.then((isDone) => isDone || forget());
}

/** What was done together with a change, told and taken back with it. */
export interface Also {
  title: string;
  text: string;
  undo: () => void;
}

/** One that is put off as long as it can be taken back. */
export interface Removal {
  failure: string;
  /** How many its tab counts of them, and how many are unread. */
  counts: { count: number; unread: number };
  /** Where several are removed together: which. */
  ids?: ReadonlySet<string> | undefined;
  drop: Change;
  /** Called when it can't be taken back any more. */
  onSent?: () => void;
  write: LeavingWrite;
}
