"use client";

import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { SWRConfig } from "swr";
import type { SiteView } from "@/contract/place-queries";
import type { ListedWatch, WatchListResponse, WatchView } from "@/contract/watch";
import { counted, formatCount } from "@/domain/text/counted";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { LimitPill } from "@/ui/limit-pill";
import { PageHead } from "@/ui/page-head";
import { FollowedThreads } from "./followed-threads";
import { FileActions } from "./file-actions";
import { firstView, type WatchListView } from "./list-query";
import { Sites } from "./sites";
import { useDebounced } from "@/ui/use-debounced";
import { useRefreshWatches, useShowSaved, useWatches } from "./use-watches";
import { useWatchActions } from "./use-watch-actions";
import { useWatchSelection } from "./use-watch-selection";
import { WatchBulkBar } from "./watch-bulk-bar";
import { countIn, WatchList } from "./watch-list";
import { WatchTools } from "./watch-tools";

const WatchDialog = dynamic(() => import("./watch-dialog").then((file) => file.WatchDialog));
const DeleteDialog = dynamic(() => import("./delete-dialog").then((file) => file.DeleteDialog));
const ExplainDialog = dynamic(() => import("./explain-dialog").then((file) => file.ExplainDialog));
const UpgradeDialog = dynamic(() => import("./upgrade-dialog").then((file) => file.UpgradeDialog));

interface Editing {
  key: number;
  watch: WatchView | null;
  isOpen: boolean;
}

export interface Opening {
  isAdding: boolean;
  link: string | undefined;
}

interface ScreenProps {
  served: WatchListResponse;
  isPro: boolean;
  watchLimit: number | null;
  opening: Opening;
  timeZone: string;
  renderTrouble: (watch: WatchView) => ReactNode;
}

const typingPauseMs = 250;

export function WatchesScreen({ sites, ...props }: ScreenProps & { sites: readonly SiteView[] }) {
  return (
    <SWRConfig value={{ keepPreviousData: true }}>
      <Sites value={sites}>
        <Watches {...props} />
      </Sites>
    </SWRConfig>
  );
}

function Watches({ served, isPro, watchLimit, opening, timeZone, renderTrouble }: ScreenProps) {
  const [chosen, setChosen] = useState(firstView);
  const [search, setSearch] = useState("");
  const q = useDebounced(search.trim(), typingPauseMs);
  const view = { ...chosen, q };
  const isFirstView = Object.entries(firstView).every(
    ([name, value]) => view[name as keyof WatchListView] === value,
  );
  const overview = useWatches(firstView, served);
  const list = useWatches(view, isFirstView ? served : undefined);
  const selection = useWatchSelection(view, list.data?.watches);
  const show = (change: Partial<WatchListView>) => setChosen({ ...chosen, page: 1, ...change });
  const [editing, setEditing] = useState<Editing | null>(
    opening.isAdding ? { key: 1, watch: null, isOpen: true } : null,
  );
  const [leaving, setLeaving] = useState<{ watch: WatchView; isOpen: boolean } | null>(null);
  const [upgrade, setUpgrade] = useState<{ text: string; isOpen: boolean } | null>(null);
  const [explaining, setExplaining] = useState<{ isOpen: boolean; link?: string } | null>(
    opening.link === undefined ? null : { isOpen: true, link: opening.link },
  );
  const offerPro = (text: string) => setUpgrade({ text, isOpen: true });
  const actions = useWatchActions(list, offerPro);
  const refresh = useRefreshWatches();
  const showSaved = useShowSaved();
  const addButton = useRef<HTMLButtonElement>(null);
  const head = useRef<HTMLInputElement>(null);

  // Don't open the dialog again on reload.
  useEffect(() => {
    if (opening.isAdding || opening.link !== undefined) window.history.replaceState(null, "", "/keywords");
  }, [opening]);
  const limitId = useId();
  const edit = (watch: WatchView | null) =>
    setEditing((before) => ({ key: (before?.key ?? 0) + 1, watch, isOpen: true }));
  const { total, active } = overview.data ?? served;
  const [isRemoving, setRemoving] = useState(false);
  const bulk = (work: (watches: readonly ListedWatch[]) => void) => {
    work(selection.selected);
    selection.clear();
  };
  return (
    <>
      <PageHead title="Keyword Watches" sub={`${counted(total, "keyword")}, ${formatCount(active)} active`}>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:px-3 sm:gap-3">
          <FileActions hasAny={total > 0} onAdded={() => void refresh()} />
          {total > 0 && <Button onClick={() => setExplaining({ isOpen: true })}>Check a post</Button>}
          <Button
            ref={addButton}
            // Without watches, the empty state contains the primary button.
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
      {total === 0 ? (
        <Card>
          <EmptyState
            level={2}
            title="No keywords set up yet"
            text="Add your first keyword and Earshot will start listening."
          >
            <Button look="primary" onClick={() => edit(null)}>
              Add your first keyword
            </Button>
          </EmptyState>
        </Card>
      ) : (
        <>
          {selection.isSelecting ? (
            <WatchBulkBar
              count={selection.selected.length}
              total={list.data === undefined ? 0 : countIn(view, list.data)}
              onSelectAll={() => void selection.selectAll()}
              onActive={(isActive) => bulk((watches) => actions.setActive(watches, isActive))}
              onDelete={() => setRemoving(true)}
              onClear={selection.clear}
              onGone={() => head.current?.focus()}
            />
          ) : (
            <WatchTools
              list={list.data}
              search={search}
              view={view}
              onSearch={(text) => {
                setSearch(text);
                show({});
              }}
              onView={show}
              onSelect={selection.start}
            />
          )}
          <WatchList
            list={list}
            view={view}
            selection={selection}
            head={head}
            isPro={isPro}
            timeZone={timeZone}
            renderTrouble={renderTrouble}
            onView={show}
            onReset={() => {
              setSearch("");
              setChosen(firstView);
            }}
            onToggle={(watch) => void actions.toggle(watch)}
            onEdit={edit}
            onDelete={(watch) => setLeaving({ watch, isOpen: true })}
          />
        </>
      )}
      <FollowedThreads />
      {editing !== null && (
        <WatchDialog
          key={editing.key}
          watch={editing.watch}
          isOpen={editing.isOpen}
          isHidden={upgrade?.isOpen === true}
          isPro={isPro}
          timeZone={timeZone}
          onSaved={showSaved}
          onClose={() => setEditing((now) => (now === editing ? { ...now, isOpen: false } : now))}
          onClosed={() => setEditing(null)}
          onUpgrade={offerPro}
        />
      )}
      {leaving !== null && (
        <DeleteDialog
          keywords={[leaving.watch.keyword]}
          isOpen={leaving.isOpen}
          onClose={() => setLeaving({ ...leaving, isOpen: false })}
          focusOnceConfirmed={addButton}
          onConfirm={() => {
            setLeaving({ ...leaving, isOpen: false });
            selection.set([leaving.watch], false);
            // After deleting the last watch on a page, go to the previous page.
            if (view.page > 1 && list.data?.watches.length === 1) show({ page: view.page - 1 });
            void actions.remove(leaving.watch);
          }}
        />
      )}
      {isRemoving && (
        <DeleteDialog
          isOpen
          keywords={selection.selected.map(({ keyword }) => keyword)}
          onClose={() => setRemoving(false)}
          focusOnceConfirmed={addButton}
          onConfirm={() => {
            setRemoving(false);
            bulk((watches) => void actions.removeAll(watches));
            show({});
          }}
        />
      )}
      {explaining !== null && (
        <ExplainDialog
          isOpen={explaining.isOpen}
          link={explaining.link}
          timeZone={timeZone}
          onClose={() => setExplaining({ ...explaining, isOpen: false })}
          onClosed={() => setExplaining(null)}
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
