import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { formatCount } from "@/domain/counted";
import { Badge } from "./badge";

/**
 * A collapsible card for a keyword: count, places and time of the latest match, then its matches and a
 * footer.
 */
export function Group({
  heading,
  count,
  countUnit = "unread",
  places,
  latest,
  isOpen,
  onOpenChange,
  foot,
  note,
  children,
}: {
  heading: string;
  count: number;
  /** Visually hidden, after the count. */
  countUnit?: string;
  places: readonly Labelled[];
  latest: ReactNode;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  foot?: ReactNode;
  /** Shown at the end of the summary, open or closed. */
  note?: ReactNode;
  children: ReactNode;
}) {
  const card = (
    <details
      open={isOpen}
      onToggle={(event) => event.currentTarget.open !== isOpen && onOpenChange(event.currentTarget.open)}
      className={`group/group rounded-lg border border-line bg-surface ${note === undefined ? "" : "rounded-b-none"}`}
    >
      <summary className="group-head flex cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 rounded-lg py-3.5 pr-4 pl-4 hover:bg-sunken sm:pr-5 group-open/group:rounded-b-none group-open/group:border-b group-open/group:border-line [&::-webkit-details-marker]:hidden">
        <ChevronRight className="flex-none text-ink-3 transition-[rotate] duration-200 ease-std group-open/group:rotate-90" />
        <h2 className="min-w-0 text-18 font-medium" dir="auto">
          <q className="text-ink-3 [quotes:'“'_'”']">
            <mark>{heading}</mark>
          </q>
        </h2>
        <Badge>
          {formatCount(count)}
          <span className="sr-only"> {countUnit}</span>
        </Badge>
        <Places
          places={places}
          most={4}
          className="group-places max-sm:order-5 max-sm:basis-full max-sm:pl-7.5 sm:flex-1"
        />
        <span className="ml-auto text-13 whitespace-nowrap text-ink-3">{latest}</span>
      </summary>
      <div className="divide-y divide-line sm:pl-2">{children}</div>
      {foot !== undefined && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line py-2 pr-3 pl-4 text-13 text-ink-3 sm:pl-5">
          {foot}
        </div>
      )}
    </details>
  );
  if (note === undefined) return card;
  return (
    <>
      {card}
      <p className="rounded-b-lg border border-t-0 border-line bg-surface px-4 py-2.5 text-13 text-ink-2 sm:px-5">
        {note}
      </p>
    </>
  );
}

/** A place's key and display name. */
interface Labelled {
  site: string;
  name: string;
  label: string;
}

/** Places, wrapping over several lines. Places beyond `most` are only counted. */
export function Places({
  places,
  most = places.length,
  className = "",
}: {
  places: readonly Labelled[];
  most?: number;
  className?: string;
}) {
  const rest = places.slice(most);
  return (
    <span className={`inline-flex min-w-0 flex-wrap gap-x-2.5 gap-y-0.5 text-13 text-ink-2 ${className}`}>
      {places.slice(0, most).map(({ site, name, label }) => (
        <span key={`${site}:${name}`}>{label}</span>
      ))}
      {rest.length > 0 && (
        <span title={rest.map(({ label }) => label).join(" ")}>and {rest.length} more</span>
      )}
    </span>
  );
}
