import { child as childShape, fullnameOf, isPlaceholder, type ChildData } from "./listing";

/**
 * Which of the fullnames still stand. Deleted is what the answer leaves out, what its author or a moderator took
 * back, and what an account left behind when it was deleted: its texts may stay on the site, but must not stay with
 * others. Where rows could not be read, a fullname that was not met is left out of the map: not known, asked again.
 */
export function statusOf(
  fullnames: readonly string[],
  rows: readonly unknown[],
): Map<string, "standing" | "deleted"> {
  const met = new Map<string, "standing" | "deleted">();
  let isComplete = true;
  for (const row of rows) {
    const parsed = childShape.safeParse(row);
    const name = parsed.success ? fullnameOf(parsed.data) : null;
    if (parsed.success && name) met.set(name, isDeleted(parsed.data.data) ? "deleted" : "standing");
    else isComplete = false;
  }
  const standing = new Map<string, "standing" | "deleted">();
  for (const fullname of fullnames) {
    const found = met.get(fullname) ?? (isComplete ? "deleted" : undefined);
    if (found) standing.set(fullname, found);
  }
  return standing;
}

function isDeleted(data: ChildData): boolean {
  return (
    data.author === "[deleted]" ||
    !!data.removed_by_category ||
    data.collapsed_reason_code === "DELETED" ||
    [data.selftext, data.body, data.title].some(isPlaceholder)
  );
}
