import { Trash2 } from "lucide-react";
import Link from "next/link";
import { useRef } from "react";
import { useSWRConfig } from "swr";
import { getKey, isKeyOf } from "@/browser/swr-keys";
import type { ResponseOf } from "@/browser/operation-types";
import { IconButton } from "@/ui/icon-button";
import { Popover } from "@/ui/popover";
import { Skeleton } from "@/ui/skeleton";
import { showUndoToast } from "@/ui/undo";
import { call } from "./call";
import { isGone, getMessage, showErrorToast } from "./failure";
import { SaveView } from "./save-view";
import type { PopoverProps } from "./use-popover";
import { useSavedViews, type SavedView } from "./use-saved-views";

export default function SavedViews({ anchor, onClose }: PopoverProps) {
  const { views, error } = useSavedViews();
  const forget = useForget();
  const list = useRef<HTMLUListElement>(null);
  return (
    <Popover anchor={anchor} title="Views" width="w-80" onClose={onClose}>
      {views === undefined && error === undefined && <Skeleton className="mx-3 my-3 w-3/5" />}
      {error !== undefined && (
        <p role="alert" className="px-3 py-2 text-13 text-bad">
          {getMessage(error)}
        </p>
      )}
      {views?.length === 0 && (
        <p className="px-3 pb-3 text-13 text-ink-2">
          No saved views yet. Filter the list, then save it as a view.
        </p>
      )}
      <ul ref={list} tabIndex={-1} aria-label="Saved views" className="pb-2 outline-none">
        {views?.map((one) => (
          <li key={one.saved._id} className="flex items-center gap-1 rounded-md pr-1 hover:bg-sunken">
            <SavedLink {...one} onClose={onClose} />
            <IconButton
              size="sm"
              look="danger"
              hasTooltip={false}
              label={`Delete view ${one.saved.name}`}
              onClick={() => {
                // The button disappears with its row, so focus the list.
                list.current?.focus();
                void forget(one.saved);
              }}
            >
              <Trash2 className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
      <div className="border-t border-line px-3 pt-2.5">
        <SaveView />
      </div>
    </Popover>
  );
}

type Shown = NonNullable<ReturnType<typeof useSavedViews>["views"]>[number];

function SavedLink({ saved, href, isUsable, isShown, open, onClose }: Shown & { onClose: () => void }) {
  const look = "grid min-h-9 min-w-0 flex-1 items-center rounded-md px-3 py-1.5 pointer-coarse:min-h-11";
  if (!isUsable) {
    return (
      <span className={look}>
        <span className="truncate text-ink-2">{saved.name}</span>
        <span className="text-12 text-ink-3">
          This view uses Pro filters. <Link href="/subscription">Upgrade to Pro</Link>
        </span>
      </span>
    );
  }
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={isShown ? "true" : undefined}
      className={`${look} text-ink no-underline aria-[current]:font-semibold aria-[current]:text-accent-text`}
      onNavigate={(event) => {
        event.preventDefault();
        open();
        onClose();
      }}
    >
      <span className="truncate">{saved.name}</span>
    </Link>
  );
}

function useForget() {
  const { mutate } = useSWRConfig();
  const restore = async ({ name, filters }: SavedView) => {
    try {
      await call("createSavedView", { body: { name, filters } });
      await mutate((key) => isKeyOf(key, "listSavedViews"));
    } catch (error) {
      showErrorToast("Failed to restore the view", error);
    }
  };
  return async (saved: SavedView) => {
    // The committed data still contains views that are being deleted.
    const without = (_committed: unknown, shown?: ResponseOf<"listSavedViews">) => ({
      views: shown?.views.filter(({ _id }) => _id !== saved._id) ?? [],
    });
    const remove = async () => {
      try {
        await call("deleteSavedView", { params: { id: saved._id } });
        showUndoToast({ title: `View “${saved.name}” deleted` }, () => void restore(saved));
      } catch (error) {
        if (isGone(error)) return;
        showErrorToast("Failed to delete the view", error);
        throw error;
      }
    };
    const options = { optimisticData: without, populateCache: false };
    await mutate(getKey("listSavedViews", {}), remove(), options).catch(() => undefined);
  };
}
