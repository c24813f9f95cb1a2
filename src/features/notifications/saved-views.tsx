import { Trash2 } from "lucide-react";
import Link from "next/link";
import { useRef, useState, type RefObject } from "react";
import { useSWRConfig } from "swr";
import { api } from "@/contract/browser";
import type { SavedViewResponse } from "@/contract/notification-query";
import { isRateLimited } from "@/contract/rate-limit";
import { useApi } from "@/contract/swr";
import { isKeyOf } from "@/contract/swr-keys";
import { IconButton } from "@/ui/icon-button";
import { Popover } from "@/ui/popover";
import { Skeleton } from "@/ui/skeleton";
import { showUndoToast } from "@/ui/undo";
import { isGone, getMessage, Refused, showErrorToast } from "./failure";
import { SaveView } from "./save-view";
import { savedView } from "./saved-view";
import { getAddress, type View, type ViewChange } from "./view";

type SavedView = SavedViewResponse["view"];

export default function SavedViews({
  anchor,
  view,
  hasSearch,
  onView,
  onClose,
}: {
  anchor: RefObject<HTMLElement | null>;
  view: View;
  hasSearch: boolean;
  onView: (change: ViewChange) => void;
  onClose: () => void;
}) {
  const { data, error } = useApi("listSavedViews", {});
  const { forget, forgotten } = useForget();
  const list = useRef<HTMLUListElement>(null);
  const views = (data?.views ?? []).filter(({ _id }) => !forgotten.has(_id));
  return (
    <Popover anchor={anchor} title="Views" width="w-80" onClose={onClose}>
      {data === undefined && error === undefined && <Skeleton className="mx-3 my-3 w-3/5" />}
      {error !== undefined && (
        <p role="alert" className="px-3 py-2 text-13 text-bad">
          {getMessage(error)}
        </p>
      )}
      {data !== undefined && views.length === 0 && (
        <p className="px-3 pb-3 text-13 text-ink-2">
          No saved views yet. Filter the list, then save it as a view.
        </p>
      )}
      <ul ref={list} tabIndex={-1} aria-label="Saved views" className="pb-2 outline-none">
        {views.toSorted(byName).map((one) => (
          <li key={one._id} className="flex items-center gap-1 rounded-md pr-1 hover:bg-sunken">
            <SavedLink saved={one} shown={view} hasSearch={hasSearch} onView={onView} onClose={onClose} />
            <IconButton
              size="sm"
              look="danger"
              hasTooltip={false}
              label={`Delete view ${one.name}`}
              onClick={() => {
                // The button disappears with its row, so focus the list.
                list.current?.focus();
                void forget(one);
              }}
            >
              <Trash2 className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
      <div className="border-t border-line px-3 pt-2.5">
        <SaveView hasSearch={hasSearch} />
      </div>
    </Popover>
  );
}

function SavedLink({
  saved,
  shown,
  hasSearch,
  onView,
  onClose,
}: {
  saved: SavedView;
  shown: View;
  hasSearch: boolean;
  onView: (change: ViewChange) => void;
  onClose: () => void;
}) {
  const view = savedView(saved, hasSearch);
  const look = "grid min-h-9 min-w-0 flex-1 items-center rounded-md px-3 py-1.5 pointer-coarse:min-h-11";
  // The view uses Pro filters and would list other notifications without them.
  if (!hasSearch && getAddress(savedView(saved, true)) !== getAddress(view)) {
    return (
      <span className={look}>
        <span className="truncate text-ink-2">{saved.name}</span>
        <span className="text-12 text-ink-3">
          This view uses Pro filters. <Link href="/subscription">Upgrade to Pro</Link>
        </span>
      </span>
    );
  }
  const isShown = getAddress({ ...shown, page: 1, until: "" }) === getAddress(view);
  return (
    <Link
      href={getAddress(view)}
      prefetch={false}
      aria-current={isShown ? "true" : undefined}
      className={`${look} text-ink no-underline aria-[current]:font-semibold aria-[current]:text-accent-text`}
      onNavigate={(event) => {
        event.preventDefault();
        onView(() => view);
        onClose();
      }}
    >
      <span className="truncate">{saved.name}</span>
    </Link>
  );
}

function useForget() {
  const { mutate } = useSWRConfig();
  const [forgotten, setForgotten] = useState<ReadonlySet<string>>(new Set());
  const reload = () => mutate((key) => isKeyOf(key, "listSavedViews"));
  const restore = async ({ name, filters }: SavedView) => {
    try {
      if (isRateLimited(await api.call("createSavedView", { body: { name, filters } }))) throw new Refused();
      await reload();
    } catch (error) {
      showErrorToast("Failed to restore the view", error);
    }
  };
  const forget = async (saved: SavedView) => {
    setForgotten((before) => new Set([...before, saved._id]));
    try {
      const response = await api.call("deleteSavedView", { params: { id: saved._id } });
      if (isRateLimited(response)) throw new Refused();
      showUndoToast({ title: `View “${saved.name}” deleted` }, () => void restore(saved));
    } catch (error) {
      if (!isGone(error)) {
        setForgotten((before) => new Set([...before].filter((id) => id !== saved._id)));
        showErrorToast("Failed to delete the view", error);
      }
    }
    await reload();
  };
  return { forget, forgotten };
}

const byName = (one: SavedView, other: SavedView) => one.name.localeCompare(other.name);
