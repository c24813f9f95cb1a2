import { child as childShape, getFullname, isPlaceholder, type ChildData } from "./listing";

/** "deleted" includes missing, removed and orphaned items. Omits missing ones if rows were unreadable. */
export function getStatus(
  fullnames: readonly string[],
  rows: readonly unknown[],
): Map<string, "present" | "deleted"> {
  const hits = new Map<string, "present" | "deleted">();
  let isComplete = true;
  for (const row of rows) {
    const parsed = childShape.safeParse(row);
    const name = parsed.success ? getFullname(parsed.data) : null;
    if (parsed.success && name) hits.set(name, isDeleted(parsed.data.data) ? "deleted" : "present");
    else isComplete = false;
  }
  const statuses = new Map<string, "present" | "deleted">();
  for (const fullname of fullnames) {
    const found = hits.get(fullname) ?? (isComplete ? "deleted" : undefined);
    if (found) statuses.set(fullname, found);
  }
  return statuses;
}

function isDeleted(data: ChildData): boolean {
  return (
    data.author === "[deleted]" ||
    !!data.removed_by_category ||
    data.collapsed_reason_code === "DELETED" ||
    [data.selftext, data.body, data.title].some(isPlaceholder)
  );
}
