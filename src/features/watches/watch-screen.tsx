"use client";

import { ChevronLeft, Pencil, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useRef, useState, type ReactNode } from "react";
import type { SiteView } from "@/contract/place-queries";
import type { WatchView } from "@/contract/watch";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { IconButton } from "@/ui/icon-button";
import { QuietLink } from "@/ui/quiet-link";
import { Switch } from "@/ui/switch";
import { useNow } from "@/ui/use-now";
import { LastMatches } from "./last-matches";
import { headText } from "./page-texts";
import { Sites } from "./sites";
import { useShowSaved } from "./use-watches";
import { useForecastOf, useWatch, useWatchMutations, type ServedWatch } from "./use-watch";
import { AuthorsCard, DelayCard, HoursCard, PlacesCard } from "./watch-breakdown";
import { WatchGone } from "./watch-gone";
import { WatchChart, WatchNumbers } from "./watch-numbers";
import { WatchReceipt } from "./watch-receipt";
import { WatchSettings } from "./watch-settings";

const WatchDialog = dynamic(() => import("./watch-dialog").then((file) => file.WatchDialog));
const DeleteDialog = dynamic(() => import("./delete-dialog").then((file) => file.DeleteDialog));
const ExplainDialog = dynamic(() => import("./explain-dialog").then((file) => file.ExplainDialog));
const UpgradeDialog = dynamic(() => import("./upgrade-dialog").then((file) => file.UpgradeDialog));

interface ScreenProps {
  served: ServedWatch;
  servedAt: Date;
  timeZone: string;
  isPro: boolean;
  renderCoverage: (watch: WatchView) => ReactNode;
}

export function WatchScreen({ sites, ...props }: ScreenProps & { sites: readonly SiteView[] }) {
  return (
    <Sites value={sites}>
      <Watch {...props} />
    </Sites>
  );
}

function Watch({ served, servedAt, timeZone, isPro, renderCoverage }: ScreenProps) {
  const { watch, stats, last, isGone, mutate } = useWatch(served);
  const forecast = useForecastOf(watch);
  const now = useNow(servedAt);
  const [editing, setEditing] = useState<{ key: number; isOpen: boolean } | null>(null);
  const [isLeaving, setLeaving] = useState<boolean | null>(null);
  const [isExplaining, setExplaining] = useState<boolean | null>(null);
  const [upgrade, setUpgrade] = useState<{ text: string; isOpen: boolean } | null>(null);
  const offerPro = (text: string) => setUpgrade({ text, isOpen: true });
  const mutations = useWatchMutations(watch, mutate, offerPro);
  const showSaved = useShowSaved();
  const editButton = useRef<HTMLButtonElement>(null);
  const edit = () => setEditing((before) => ({ key: (before?.key ?? 0) + 1, isOpen: true }));
  if (isGone) return <WatchGone />;
  const isNew = stats.total === 0;
  const isThread = watch.kind === "thread";
  const matches = (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <LastMatches last={last} watch={watch} hasSearch={isPro} now={now} timeZone={timeZone} />
      <WatchSettings
        watch={watch}
        now={now}
        timeZone={timeZone}
        onEdit={edit}
        onToggleSpikeAlerts={() => void mutations.toggleSpikeAlerts()}
      />
    </div>
  );
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <QuietLink href="/keywords" className="mb-2">
            <ChevronLeft className="size-4" />
            Keyword Watches
          </QuietLink>
          <h1
            className="text-26 tracking-[-0.022em] wrap-anywhere"
            data-off={watch.isActive ? undefined : ""}
          >
            <bdi>{isThread ? watch.keyword : <mark>{watch.keyword}</mark>}</bdi>
          </h1>
          <p className="mt-1 text-ink-2">{headText(watch, stats, timeZone)}</p>
        </div>
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full sm:gap-3">
          <span className="mr-2 flex items-center gap-3 font-medium max-sm:basis-full">
            <Switch
              label={`Listen for ${watch.keyword}`}
              checked={watch.isActive}
              onChange={() => void mutations.toggle()}
            />
            <span aria-hidden="true">{watch.isActive ? "Active" : "Paused"}</span>
          </span>
          <IconButton
            label={`Delete ${watch.keyword}`}
            look="danger"
            hasTooltip={false}
            onClick={() => setLeaving(true)}
          >
            <Trash2 />
          </IconButton>
          <Button className="max-sm:flex-1" onClick={() => setExplaining(true)}>
            Check a post
          </Button>
          {/* The search of a followed thread can't be changed. */}
          {!isThread && (
            <Button ref={editButton} look="primary" className="max-sm:flex-1" onClick={edit}>
              <Pencil className="size-4" />
              Edit Watch
            </Button>
          )}
        </div>
      </header>
      <WatchNumbers stats={stats} forecast={forecast} watch={watch} hasSearch={isPro} />
      {!isNew && matches}
      {isNew ? (
        <Card>
          <EmptyState
            level={2}
            title="No matches yet"
            text={
              watch.isActive
                ? "Earshot is listening. Charts, places and authors will appear with your first match."
                : "This watch is paused. Turn it on to start listening again."
            }
          >
            {!watch.isActive && <Button onClick={() => void mutations.toggle()}>Resume</Button>}
            {watch.isActive && !isThread && <Button onClick={edit}>View forecast</Button>}
          </EmptyState>
        </Card>
      ) : (
        <WatchChart watch={watch} daily={stats.daily} forecast={forecast} timeZone={timeZone} />
      )}
      <Card aria-label="Coverage" className="grid gap-2 px-4 py-3 empty:hidden sm:px-5">
        {renderCoverage(watch)}
        <WatchReceipt id={watch._id} />
      </Card>
      {!isNew && (
        <>
          <div className="grid items-start gap-4 md:grid-cols-2">
            <PlacesCard places={stats.places} keyword={watch.keyword} hasSearch={isPro} />
            <AuthorsCard authors={stats.authors} />
          </div>
          <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
            <HoursCard hours={stats.hours} />
            <DelayCard delay={stats.delay} />
          </div>
        </>
      )}
      {isNew && matches}
      {editing !== null && (
        <WatchDialog
          key={editing.key}
          watch={watch}
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
      {isLeaving !== null && (
        <DeleteDialog
          keywords={[watch.keyword]}
          isOpen={isLeaving}
          onClose={() => setLeaving(false)}
          focusOnceConfirmed={editButton}
          onConfirm={() => {
            setLeaving(false);
            void mutations.remove();
          }}
        />
      )}
      {isExplaining !== null && (
        <ExplainDialog
          isOpen={isExplaining}
          link={undefined}
          timeZone={timeZone}
          onClose={() => setExplaining(false)}
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
