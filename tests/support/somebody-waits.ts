import { pool } from "@/server/platform/database";

/** Until a statement of this database waits for a lock; or until `isOver` says that none will any more. */
export async function somebodyWaits(isOver: () => boolean = () => false): Promise<void> {
  while (!isOver()) {
    const { rowCount } = await pool().query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (rowCount! > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
