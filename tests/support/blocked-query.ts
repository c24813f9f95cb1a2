import { countWaiting } from "./locked-table";

/** Waits until a statement in this database waits for a lock, or until `isOver` returns true. */
export async function waitForBlockedQuery(isOver: () => boolean = () => false): Promise<void> {
  while (!isOver()) {
    if ((await countWaiting()) > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
