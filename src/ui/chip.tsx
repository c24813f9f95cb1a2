import { X } from "lucide-react";

/** A valid entry that can be removed again. */
export function Chip({ text, removeLabel, onRemove }: Entry) {
  return (
    <span className="inline-flex h-7 max-w-full items-center gap-0.5 rounded-[0.4375rem] bg-ok-soft pr-0.75 pl-2.5 text-13 font-medium text-ok inset-ring inset-ring-ok-line pointer-coarse:h-11">
      <span className="truncate">{text}</span>
      <button
        type="button"
        aria-label={removeLabel}
        onClick={onRemove}
        className="grid size-6 flex-none place-items-center rounded-sm hover:bg-ok-line pointer-coarse:size-11"
      >
        <X className="size-3.5" />
      </button>
    </span>
  );
}

interface Entry {
  text: string;
  /** 'Remove r/…' */
  removeLabel: string;
  onRemove: () => void;
}

/** An entry that is not valid: a full line with the reason and a way to drop it. */
export function InvalidEntry({ text, removeLabel, onRemove }: Entry) {
  return (
    <span className="flex w-full items-center justify-between gap-2 rounded-[0.4375rem] bg-bad-soft py-0.75 pr-1 pl-3 text-13 font-medium text-bad inset-ring inset-ring-bad-line">
      <span className="min-w-0 break-words">{text}</span>
      <button
        type="button"
        aria-label={removeLabel}
        onClick={onRemove}
        className="min-h-6 flex-none rounded-sm px-2 font-semibold hover:bg-bad-line pointer-coarse:min-h-11"
      >
        Remove
      </button>
    </span>
  );
}
