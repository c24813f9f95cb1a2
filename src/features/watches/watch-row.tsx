import { Pencil, Trash2 } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { notReadHere } from "@/contract/coverage-texts";
import type { WatchView } from "@/contract/watch";
import { formatCount } from "@/domain/counted";
import { isMuted } from "@/domain/muted";
import { isNoisy, noisyKeywordAdvice, noisyMatches } from "@/domain/noisy-keywords";
import { formatMoment } from "@/domain/moment";
import { placeKey } from "@/domain/place";
import { watchPath } from "@/domain/route-table";
import { Badge } from "@/ui/badge";
import { IconButton } from "@/ui/icon-button";
import { QuietButton } from "@/ui/quiet-link";
import { Switch } from "@/ui/switch";
import { useSitesOn } from "./sites";

/** More places would make the row taller than 80 px. The watch's page lists all of them. */
const namesShown = 3;
const lettersShown = 42;

/** A watch in the list: switch, keyword, places, statistics and actions. */
export function WatchRow({
  watch,
  isPro,
  timeZone,
  read,
  issue,
  onToggle,
  onEdit,
  onDelete,
}: {
  watch: WatchView;
  isPro: boolean;
  timeZone: string;
  /** Reading status in one line. */
  read: ReactNode;
  /** Places that can't be read. */
  issue: ReactNode;
  onToggle: () => void;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const { places } = watch;
  const on = new Set(useSitesOn().map(({ id }) => id));
  const shown = places.slice(0, namesThatFit(watch));
  const hidden = places.length - shown.length;
  const isMutedNow = isMuted(watch.mutedUntil, new Date());
  const isNoisyNow = watch.isActive && isNoisy(watch.noisyAt, new Date());
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-4 pt-4 pb-2 sm:min-h-20 sm:grid-cols-[auto_minmax(0,1fr)_auto_auto_auto] sm:gap-x-5 sm:gap-y-2 sm:px-5 sm:py-3">
      <div className="flex max-sm:mt-1 max-sm:self-start">
        <Switch label={`Listen for ${watch.keyword}`} checked={watch.isActive} onChange={onToggle} />
      </div>
      <div className="max-sm:col-span-2">
        <p
          className="flex flex-wrap items-center gap-x-2.5 text-17 font-medium wrap-anywhere"
          data-off={watch.isActive ? undefined : ""}
        >
          <Link href={watchPath(watch._id)} className="text-ink no-underline">
            <bdi>
              <mark>{watch.keyword}</mark>
            </bdi>
          </Link>
          {!watch.isActive && <Badge className="no-underline">Paused</Badge>}
          {isMutedNow && <Badge>Muted</Badge>}
          {isNoisyNow && <Badge look="warn">Noisy</Badge>}
        </p>
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5 text-13 text-ink-2">
          {shown.map((place) => (
            <span key={placeKey(place)}>
              {place.label}
              {!on.has(place.site) && <span className="text-ink-3">, {notReadHere}</span>}
            </span>
          ))}
          {hidden > 0 && <span className="text-ink-3">and {hidden} more</span>}
          {watch.tags.map((tag) => (
            <Badge key={tag} className="font-medium">
              {tag}
            </Badge>
          ))}
          <span className="text-ink-3 empty:hidden">{read}</span>
        </p>
        {isMutedNow && (
          <p className="text-13 text-ink-3">Muted. Matches appear here, but you won&apos;t get alerts.</p>
        )}
        {isNoisyNow && (
          <p className="text-13 text-ink-3">
            More than {noisyMatches} matches in a day.{" "}
            <QuietButton onClick={onEdit} aria-label={`${noisyKeywordAdvice}: ${watch.keyword}`}>
              {noisyKeywordAdvice}
            </QuietButton>
          </p>
        )}
        {watch.isPausedByPlan && <p className="text-13 text-ink-3">{pausedText(isPro)}</p>}
      </div>
      <p className="text-13 text-ink-2 max-sm:col-start-2 sm:min-w-20 sm:text-right">
        {watch.lastMatchedAt === null ? (
          "Never"
        ) : (
          <time dateTime={watch.lastMatchedAt}>
            {formatMoment(new Date(watch.lastMatchedAt), new Date(), timeZone)}
          </time>
        )}
        <span className="text-ink-3 max-sm:ml-1 sm:block sm:text-12">last match</span>
      </p>
      <Link
        href={watchPath(watch._id)}
        className="group/count flex items-baseline gap-1 text-ink no-underline max-sm:col-start-2 sm:block sm:min-w-22 sm:text-right pointer-coarse:min-h-11"
      >
        <b className="text-14 leading-tight font-semibold group-hover/count:underline sm:block sm:text-16">
          {formatCount(watch.matchCount)}
        </b>
        <span className="text-13 text-ink-3 sm:text-12">{watch.matchCount === 1 ? "match" : "matches"}</span>
        <span className="sr-only"> of {watch.keyword}</span>
      </Link>
      <div className="flex gap-0.5 max-sm:col-start-3 max-sm:-mr-2">
        <IconButton label={`Edit ${watch.keyword}`} hasTooltip={false} onClick={onEdit}>
          <Pencil />
        </IconButton>
        <IconButton label={`Delete ${watch.keyword}`} look="danger" hasTooltip={false} onClick={onDelete}>
          <Trash2 />
        </IconButton>
      </div>
      <div className="col-span-full empty:hidden pl-13 max-sm:pb-2 sm:pl-14">{issue}</div>
    </li>
  );
}

/** Number of places that fit next to the tags, at least one. */
function namesThatFit({ places, tags }: WatchView): number {
  let capacity = lettersShown - tags.join("").length;
  const tooMany = places.findIndex(({ label }) => (capacity -= label.length) < 0);
  return tooMany < 0 ? namesShown : Math.min(namesShown, Math.max(1, tooMany));
}

/** Shown if we paused the watch, with how to resume it. */
function pausedText(isPro: boolean): string {
  const why = "Paused since your Pro plan ended.";
  return isPro ? `${why} Turn it on to resume.` : `${why} Upgrade to Pro to resume it.`;
}
