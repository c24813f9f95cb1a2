"use client";

import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { SWRConfig } from "swr";
import type { SiteView } from "@/contract/place-queries";
import type { WatchListResponse, WatchView } from "@/contract/watch";
import { counted, formatCount } from "@/domain/counted";
import { Button } from "@/ui/button";
import { LimitPill } from "@/ui/limit-pill";
import { PageHead } from "@/ui/page-head";
import { FileActions } from "./file-actions";
import { Sites } from "./sites";
import { useDebounced } from "./use-debounced";
import { useRefreshWatches, useWatches } from "./use-watches";
import { useWatchActions } from "./use-watch-actions";
import { WatchList } from "./watch-list";

const WatchDialog = dynamic(() => import("./watch-dialog").then((file) => file.WatchDialog));
const DeleteDialog = dynamic(() => import("./delete-dialog").then((file) => file.DeleteDialog));
const ExplainDialog = dynamic(() => import("./explain-dialog").then((file) => file.ExplainDialog));
const UpgradeDialog = dynamic(() => import("./upgrade-dialog").then((file) => file.UpgradeDialog));

/** The dialog for a watch, null for a new one; each opening is one of its own. */
interface Editing {
  key: number;
  watch: WatchView | null;
  isOpen: boolean;
}

/** What the address asks to see at once. */
export interface Opening {
  /** The dialog for a new watch. */
  isAdding: boolean;
  /** 'Check a post' with this link. */
  link: string | undefined;
}

interface ScreenProps {
  served: WatchListResponse;
  isPro: boolean;
  /** Of the plan; null: none. */
  watchLimit: number | null;
  opening: Opening;
  timeZone: string;
  /** How well a watch is read, in a line, and below it what is wrong. */
  renderRead: (watch: WatchView) => ReactNode;
  renderTrouble: (watch: WatchView) => ReactNode;
}

const typingPauseMs = 250;

/** The user's watches with what can be done to them, and the dialog for another. */
export function WatchesScreen({ sites, ...props }: ScreenProps & { sites: readonly SiteView[] }) {
  return (
    // What was listed stays in sight until the next page is there.
    <SWRConfig value={{ keepPreviousData: true }}>
      <Sites value={sites}>
        <Watches {...props} />
      </Sites>
    </SWRConfig>
  );
}

function Watches({ served, isPro, watchLimit, opening, timeZone, ...coverage }: ScreenProps) {
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState("");
  const q = useDebounced(search.trim(), typingPauseMs);
  const overview = useWatches({ page: 1, q: "" }, served);
  const list = useWatches({ page, q }, page === 1 && q === "" ? served : undefined);
  const [editing, setEditing] = useState<Editing | null>(
    opening.isAdding ? { key: 1, watch: null, isOpen: true } : null,
  );
  const [leaving, setLeaving] = useState<{ watch: WatchView; isOpen: boolean } | null>(null);
  const [upgrade, setUpgrade] = useState<{ text: string; isOpen: boolean } | null>(null);
  const [explaining, setExplaining] = useState<{ isOpen: boolean } | null>(
    opening.link === undefined ? null : { isOpen: true },
  );
  const offerPro = (text: string) => setUpgrade({ text, isOpen: true });
  const actions = useWatchActions(list, offerPro);
  const refresh = useRefreshWatches();
  const addButton = useRef<HTMLButtonElement>(null);

  // A reload does not ask for it again.
  useEffect(() => {
    if (opening.isAdding || opening.link !== undefined) window.history.replaceState(null, "", "/keywords");
  }, [opening]);
  const limitId = useId();
  const edit = (watch: WatchView | null) =>
    setEditing((before) => ({ key: (before?.key ?? 0) + 1, watch, isOpen: true }));
  const { total, active } = overview.data ?? served;
  return (
    <>
      <PageHead
        title="Keyword Watches"
        sub={`${counted(total, "watch", "watches")}, ${formatCount(active)} active`}
      >
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:px-3 sm:gap-3">
          <FileActions hasAny={total > 0} onAdded={() => void refresh()} />
          {total > 0 && <Button onClick={() => setExplaining({ isOpen: true })}>Check a post</Button>}
          {total > 0 && (
            <Button onClick={() => void actions.setAllActive(active === 0, total - active)}>
              {active === 0 ? "Resume all" : "Pause all"}
            </Button>
          )}
          <Button
            ref={addButton}
            // With no watch yet the empty list has the screen's one primary button.
            look={total > 0 ? "primary" : "quiet"}
            className="max-sm:flex-1"
            aria-describedby={watchLimit === null ? undefined : limitId}
            onClick={() => edit(null)}
          >
            <Plus className="size-4" />
            <span>Add Keyword</span>
            <LimitPill id={limitId} used={total} limit={watchLimit} />
          </Button>
        </div>
      </PageHead>
      <WatchList
        list={list}
        hasAny={total > 0}
        search={search}
        q={q}
        page={page}
        isPro={isPro}
        {...coverage}
        onPage={setPage}
        onSearch={(text) => {
          setSearch(text);
          setPage(1);
        }}
        onAdd={() => edit(null)}
        onToggle={(watch) => void actions.toggle(watch)}
        onEdit={edit}
        onDelete={(watch) => setLeaving({ watch, isOpen: true })}
      />
      {editing !== null && (
        <WatchDialog
          key={editing.key}
          watch={editing.watch}
          isOpen={editing.isOpen}
          isAside={upgrade?.isOpen === true}
          isPro={isPro}
          onSaved={() => void refresh()}
          onClose={() => setEditing({ ...editing, isOpen: false })}
          onClosed={() => setEditing(null)}
          onUpgrade={offerPro}
        />
      )}
      {leaving !== null && (
        <DeleteDialog
          isOpen={leaving.isOpen}
          onClose={() => setLeaving({ ...leaving, isOpen: false })}
          focusOnceConfirmed={addButton}
          onConfirm={() => {
            setLeaving({ ...leaving, isOpen: false });
            // The last one of a page takes the page with it.
            if (page > 1 && list.data?.watches.length === 1) setPage(page - 1);
            void actions.remove(leaving.watch);
          }}
        />
      )}
      {explaining !== null && (
        <ExplainDialog
          isOpen={explaining.isOpen}
          link={opening.link}
          timeZone={timeZone}
          onClose={() => setExplaining({ isOpen: false })}
        />
      )}
      {upgrade !== null && (
        <UpgradeDialog
          isOpen={upgrade.isOpen}
          text={upgrade.text}
          onClose={() => setUpgrade({ ...upgrade, isOpen: false })}
        />
      )}
    </>
  );
}
