import { CircleAlert, TriangleAlert } from "lucide-react";
import { placeFieldTexts } from "@/domain/site-texts";
import { Chip } from "@/ui/chip";
import { QuietButton } from "@/ui/quiet-link";
import { Spinner } from "@/ui/spinner";
import { isRefused, type PlaceEntries, type PlaceEntry } from "./use-place-entries";

/** The chosen places above the input: chips for those that can be watched, a line for each that needs a decision. */
export function PlaceEntryList({ list }: { list: PlaceEntries }) {
  const chips = list.entries.filter((entry) => entry.state === "valid" || entry.state === "checking");
  const lines = list.entries.filter((entry) => isRefused(entry) || entry.state === "unchecked");
  return (
    <>
      {chips.length > 0 && (
        <ul aria-label={placeFieldTexts.chosen} className="flex flex-wrap gap-1.5">
          {chips.map(({ name, state }) => (
            <li key={name} className="max-w-full">
              {state === "valid" ? (
                <Chip
                  text={`r/${name}`}
                  removeLabel={`Remove r/${name}`}
                  onRemove={() => list.remove(name)}
                />
              ) : (
                <BeingChecked name={name} />
              )}
            </li>
          ))}
        </ul>
      )}
      {lines.map((entry) => (
        <Line
          key={entry.name}
          entry={entry}
          onRemove={() => list.remove(entry.name)}
          onRetry={() => list.retry(entry.name)}
        />
      ))}
    </>
  );
}

function BeingChecked({ name }: { name: string }) {
  return (
    <span className="inline-flex h-7 max-w-full items-center gap-1.5 rounded-[0.4375rem] bg-sunken pr-2 pl-2.5 text-13 font-medium text-ink-2 inset-ring inset-ring-line pointer-coarse:h-11">
      <span className="truncate">r/{name}</span>
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
  const isRed = isRefused(entry);
  const Icon = isRed ? CircleAlert : TriangleAlert;
  const look = isRed
    ? "bg-bad-soft text-bad inset-ring-bad-line"
    : "bg-warn-soft text-warn inset-ring-warn-line";
  return (
    <div
      role={isRed ? "alert" : "status"}
      className={`flex min-h-9.5 items-center gap-2 rounded-[0.4375rem] pr-3 pl-3 text-13 font-medium inset-ring ${look}`}
    >
      <Icon className="size-4 flex-none" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        {isRed ? placeFieldTexts.invalid(entry.name) : `Could not check r/${entry.name}`}
      </span>
      {(entry.state === "unchecked" || entry.state === "lost") && (
        <LineButton label="Retry" name={entry.name} onClick={onRetry} />
      )}
      <LineButton label="Remove" name={entry.name} onClick={onRemove} />
    </div>
  );
}

function LineButton({ label, name, onClick }: { label: string; name: string; onClick: () => void }) {
  return (
    <QuietButton
      onClick={onClick}
      aria-label={`${label} r/${name}`}
      className="min-h-8 flex-none px-1 text-current"
    >
      {label}
    </QuietButton>
  );
}
