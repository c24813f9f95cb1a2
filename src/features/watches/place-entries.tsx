import { CircleAlert, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { wireSite } from "@/contract/place";
import { notReadHere } from "@/contract/coverage-texts";
import { counted } from "@/domain/text/counted";
import { isAll, placeKey } from "@/domain/reading/place";
import { placeFieldTexts } from "@/domain/reading/site-texts";
import { Chip } from "@/ui/chip";
import { QuietButton } from "@/ui/quiet-link";
import { SiteIcon } from "@/ui/site-icon";
import { Spinner } from "@/ui/spinner";
import { isOffered, usePlaceFieldTexts, useSitesOn } from "./sites";
import { isRefused, type PlaceEntries, type PlaceEntry } from "./use-place-entries";

/** More invalid entries than this are collapsed and can be removed together. */
const invalidShown = 3;

export function PlaceEntryList({ list }: { list: PlaceEntries }) {
  const [isOpen, setOpen] = useState(false);
  const on = useSitesOn();
  const texts = usePlaceFieldTexts();
  // Places need no icon if all are on the same site.
  const hasMarks = on.some(({ id }) => id !== wireSite);
  const isOn = (site: string) => on.some(({ id }) => id === site);
  // "All" of other sites is selected above.
  const isShown = (entry: PlaceEntry) =>
    entry.site === wireSite || !isAll(entry.name) || !isOffered(on) || !isOn(entry.site);
  const chips = list.entries.filter(
    (entry) => (entry.state === "valid" || entry.state === "checking") && isShown(entry),
  );
  const lines = list.entries.filter((entry) => isRefused(entry) || entry.state === "unchecked");
  const invalid = lines.filter(({ state }) => state === "invalid");
  const collapsed = new Set(isOpen ? [] : invalid.slice(invalidShown));
  const shown = lines.filter((entry) => !collapsed.has(entry));
  const hidden = lines.length - shown.length;
  return (
    <>
      {chips.length > 0 && (
        <ul aria-label={texts.chosen} className="flex flex-wrap gap-1.5">
          {chips.map((entry) => (
            <li key={placeKey(entry)} className="max-w-full">
              {entry.state === "valid" ? (
                <Chip
                  start={hasMarks && <SiteIcon site={entry.site} isBare />}
                  text={isOn(entry.site) ? entry.label : `${entry.label}, ${notReadHere}`}
                  removeLabel={`Remove ${entry.label}`}
                  onRemove={() => list.remove(entry)}
                />
              ) : (
                <BeingChecked label={entry.label} />
              )}
            </li>
          ))}
        </ul>
      )}
      <div aria-live="polite" className="grid gap-1 text-13 text-ink-2 empty:hidden">
        {chips.map(
          ({ note, ...entry }) =>
            note !== undefined && (
              <p key={placeKey(entry)} className="wrap-anywhere">
                <b className="font-semibold text-ink">{entry.label}</b>: {note}
              </p>
            ),
        )}
      </div>
      {invalid.length > invalidShown && (
        <p className="flex min-h-9.5 items-center gap-2 rounded-[0.4375rem] bg-bad-soft px-3 text-13 font-medium text-bad inset-ring inset-ring-bad-line">
          <span role="alert" className="flex-1">
            {counted(invalid.length, "invalid place")}
          </span>
          <QuietButton
            onClick={() => list.removeAll(invalid)}
            className="min-h-8 flex-none px-1 text-current"
          >
            Remove {invalid.length} invalid
          </QuietButton>
        </p>
      )}
      {shown.map((entry) => (
        <Line
          key={placeKey(entry)}
          entry={entry}
          onRemove={() => list.remove(entry)}
          onRetry={() => list.retry(entry)}
        />
      ))}
      {(hidden > 0 || isOpen) && invalid.length > invalidShown && (
        <QuietButton className="justify-self-start" onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Show fewer" : `Show ${hidden} more`}
        </QuietButton>
      )}
    </>
  );
}

function BeingChecked({ label }: { label: string }) {
  return (
    <span className="inline-flex h-7 max-w-full items-center gap-1.5 rounded-[0.4375rem] bg-sunken pr-2 pl-2.5 text-13 font-medium text-ink-2 inset-ring inset-ring-line pointer-coarse:h-11">
      <span className="truncate">{label}</span>
      <Spinner className="size-3" />
    </span>
  );
}

function Line({
  entry,
  onRemove,
  onRetry,
}: {
  entry: PlaceEntry;
  onRemove: () => void;
  onRetry: () => void;
}) {
  const { site, label, state, fault } = entry;
  const isRed = state !== "unchecked";
  const Icon = isRed ? CircleAlert : TriangleAlert;
  const look = isRed
    ? "bg-bad-soft text-bad inset-ring-bad-line"
    : "bg-warn-soft text-warn inset-ring-warn-line";
  const uncheckedText = `Couldn't check ${label}`;
  // Only a failed request leaves a URL without a site and a reason.
  const redText = site === "" && state === "lost" ? uncheckedText : placeFieldTexts.invalid(label);
  return (
    <div
      role={isRed ? "alert" : "status"}
      className={`flex min-h-9.5 items-center gap-2 rounded-[0.4375rem] px-3 py-1 text-13 font-medium inset-ring ${look}`}
    >
      <Icon className="size-4 flex-none" />
      <span className="min-w-0 flex-1 wrap-anywhere">{isRed ? (fault ?? redText) : uncheckedText}</span>
      {(state === "unchecked" || state === "lost") && (
        <LineButton label="Retry" name={label} onClick={onRetry} />
      )}
      <LineButton label="Remove" name={label} onClick={onRemove} />
    </div>
  );
}

function LineButton({ label, name, onClick }: { label: string; name: string; onClick: () => void }) {
  return (
    <QuietButton
      onClick={onClick}
      aria-label={`${label} ${name}`}
      className="min-h-8 flex-none px-1 text-current"
    >
      {label}
    </QuietButton>
  );
}
