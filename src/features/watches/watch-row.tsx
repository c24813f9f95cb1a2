import { Pencil, Trash2 } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { notReadHere } from "@/contract/coverage-texts";
import type { ListedWatch } from "@/contract/watch";
import { formatCount } from "@/domain/text/counted";
import { formatMoment } from "@/domain/time/moment";
import { isMuted } from "@/domain/delivery/muted";
import { isNoisy, noisyKeywordAdvice, noisyMatches } from "@/domain/delivery/noisy-keywords";
import { placeKey } from "@/domain/reading/place";
import { watchPath } from "@/domain/route-table";
import { Badge } from "@/ui/badge";
import { IconButton } from "@/ui/icon-button";
import { QuietButton } from "@/ui/quiet-link";
import { SiteIcon } from "@/ui/site-icon";
import { Switch } from "@/ui/switch";
import { useSitesOn } from "./sites";
import { WeekBars } from "./week-bars";

/** The watch's page lists all places. */
const maxPlaces = 3;

export function WatchRow({
  watch,
  isPro,
  timeZone,
  issue,
  isSelected,
  onSelect,
  onToggle,
  onEdit,
  onDelete,
}: {
  watch: ListedWatch;
  isPro: boolean;
  timeZone: string;
  issue: ReactNode;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  onToggle: () => void;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const { keyword, activity } = watch;
  return (
    <li
      className="watch-grid watch-row"
      data-selected={isSelected || undefined}
      data-off={watch.isActive ? undefined : ""}
    >
      <label className="watch-choice flex">
        <input
          type="checkbox"
          aria-label={`Select ${keyword}`}
          checked={isSelected}
          onChange={(event) => onSelect(event.target.checked)}
        />
      </label>
      <span className="watch-switch flex">
        <Switch label={`Listen for ${keyword}`} checked={watch.isActive} onChange={onToggle} />
      </span>
      <div className="watch-who min-w-0">
        <Keyword watch={watch} />
        <WatchPlaces watch={watch} />
      </div>
      {activity === undefined ? <span /> : <WeekBars days={activity.days} />}
      <span className="watch-last">
        <span className="sr-only">Last match: </span>
        {watch.lastMatchedAt === null ? (
          "Never"
        ) : (
          <time dateTime={watch.lastMatchedAt}>
            {formatMoment(new Date(watch.lastMatchedAt), new Date(), timeZone)}
          </time>
        )}
      </span>
      <span className="watch-opened">
        {activity !== undefined && (
          <>
            <b>{formatCount(activity.opened)}</b> of{" "}
            {formatCount(activity.days.reduce((sum, count) => sum + count, 0))}
            <span className="sr-only"> opened in 7 days</span>
          </>
        )}
      </span>
      <span className="watch-acts">
        <IconButton label={`Edit ${keyword}`} hasTooltip={false} onClick={onEdit}>
          <Pencil />
        </IconButton>
        <IconButton label={`Delete ${keyword}`} look="danger" hasTooltip={false} onClick={onDelete}>
          <Trash2 />
        </IconButton>
      </span>
      <div className="watch-notes">
        <Notes watch={watch} isPro={isPro} onEdit={onEdit} />
        {issue}
      </div>
    </li>
  );
}

function Keyword({ watch }: { watch: ListedWatch }) {
  const now = new Date();
  return (
    <p className="watch-keyword">
      <Link href={watchPath(watch._id)} prefetch={false} title={watch.keyword}>
        <bdi>
          <mark>{watch.keyword}</mark>
        </bdi>
      </Link>
      {!watch.isActive && <Badge>Paused</Badge>}
      {isMuted(watch.mutedUntil, now) && (
        <Badge>
          Muted<span className="sr-only">: matches appear here, but you won&apos;t get alerts</span>
        </Badge>
      )}
      {watch.isActive && isNoisy(watch.noisyAt, now) && <Badge look="warn">Noisy</Badge>}
      {watch.tags.map((tag) => (
        <span key={tag} className="watch-tag">
          {tag}
        </span>
      ))}
    </p>
  );
}

function WatchPlaces({ watch: { places } }: { watch: ListedWatch }) {
  const on = new Set(useSitesOn().map(({ id }) => id));
  const more = places.length - maxPlaces;
  return (
    <p className="watch-places">
      {places.slice(0, maxPlaces).map((place) => (
        <span key={placeKey(place)} className="watch-place">
          <SiteIcon site={place.site} isBare />
          <span className="truncate" title={place.label}>
            {place.label}
          </span>
          {!on.has(place.site) && <span className="text-ink-3">, {notReadHere}</span>}
        </span>
      ))}
      {more > 0 && <span className="watch-more">+{more}</span>}
      {places.length > 1 && <span className="watch-more-narrow">+{places.length - 1}</span>}
    </p>
  );
}

function Notes({ watch, isPro, onEdit }: { watch: ListedWatch; isPro: boolean; onEdit: () => void }) {
  return (
    <>
      {watch.isActive && isNoisy(watch.noisyAt, new Date()) && (
        <p>
          More than {noisyMatches} matches in a day.{" "}
          <QuietButton onClick={onEdit} aria-label={`${noisyKeywordAdvice}: ${watch.keyword}`}>
            {noisyKeywordAdvice}
          </QuietButton>
        </p>
      )}
      {watch.isPausedByPlan && <p>{pausedText(isPro)}</p>}
    </>
  );
}

function pausedText(isPro: boolean): string {
  const why = "Paused since your Pro plan ended.";
  return isPro ? `${why} Turn it on to resume.` : `${why} Upgrade to Pro to resume it.`;
}
