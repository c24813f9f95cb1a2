import type { GroupedResponse } from "@/contract/notification";
import type { LeavingWrite, Write } from "./requests";

/** Transforms the response shown on screen. */
export type Change = (response: GroupedResponse) => GroupedResponse;

/** An optimistic update, rolled back if the server rejects it. */
export interface Attempt {
  /** Title of the error toast. */
  failure: string;
  /** Change in the unread count. */
  unread: number;
  show: Change;
  putBack: Change;
  /** Sent in order. */
  writes: readonly Write[];
}

/** Calls `forget` to discard the undo action if the request is rejected. */
export function untilRefused(done: Promise<boolean>, forget: () => void): void {
  void done.then((isDone) => isDone || forget());
}

/** Another change made by the same action, with its toast text. Undone together with it. */
export interface Also {
  title: string;
  text: string;
  undo: () => void;
}

/** A deletion, delayed until it can no longer be undone. */
export interface Removal {
  failure: string;
  /** Number of deleted items that the tab counts, and number of unread ones. */
  counts: { count: number; unread: number };
  /** The ids, if several are removed together. */
  ids?: ReadonlySet<string> | undefined;
  drop: Change;
  /** Called when the deletion can no longer be undone. */
  onSent?: () => void;
  write: LeavingWrite;
}
