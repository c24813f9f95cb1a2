import { countWaiting } from "./held-table";

/** Until a statement of this database waits for a lock; or until `isOver` says that none will any more. */
export async function somebodyWaits(isOver: () => boolean = () => false): Promise<void> {
  while (!isOver()) {
    if ((await countWaiting()) > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
