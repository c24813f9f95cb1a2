import { X } from "lucide-react";
import type { ReactNode } from "react";

/** A valid entry that can be removed again. */
export function Chip({
  start,
  text,
  removeLabel,
  onRemove,
}: {
  /** Before the text: whose it is. */
  start?: ReactNode;
  text: string;
  /** 'Remove r/…' */
  removeLabel: string;
  onRemove: () => void;
}) {
  return (
    <span className="inline-flex h-7 max-w-full items-center gap-0.5 rounded-[0.4375rem] bg-ok-soft pr-0.75 pl-2.5 text-13 font-medium text-ok inset-ring inset-ring-ok-line pointer-coarse:h-11">
      {start}
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
