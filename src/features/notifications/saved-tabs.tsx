import Link from "next/link";
import { useApi } from "@/contract/swr";
import { savedView } from "./saved-view";
import { getAddress, type View, type ViewChange } from "./view";

/** Saved views next to the tabs. Views that need Pro filters are only in the Views menu. */
export function SavedTabs({
  view,
  hasSearch,
  onView,
}: {
  view: View;
  hasSearch: boolean;
  onView: (change: ViewChange) => void;
}) {
  const { data } = useApi("listSavedViews", {});
  const views = (data?.views ?? []).toSorted((one, other) => one.name.localeCompare(other.name));
  const shown = getAddress({ ...view, page: 1, until: "" });
  const usable = views
    .map((saved) => ({ ...saved, view: savedView(saved, hasSearch) }))
    .filter((one) => hasSearch || getAddress(savedView(one, true)) === getAddress(one.view));
  if (usable.length === 0) return null;
  return (
    <nav aria-label="Saved views" className="saved-tabs">
      {usable.map((one) => (
        <Link
          key={one._id}
          href={getAddress(one.view)}
          prefetch={false}
          aria-current={getAddress(one.view) === shown ? "page" : undefined}
          onNavigate={(event) => {
            event.preventDefault();
            onView(() => one.view);
          }}
        >
          {one.name}
        </Link>
      ))}
    </nav>
  );
}
