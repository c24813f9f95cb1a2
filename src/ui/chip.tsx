import { X } from "lucide-react";
import type { ReactNode } from "react";

const looks = {
  ok: { chip: "bg-ok-soft text-ok inset-ring-ok-line", remove: "hover:bg-ok-line" },
  neutral: { chip: "bg-sunken text-ink inset-ring-line", remove: "text-ink-2 hover:bg-line" },
} as const;

/** A removable entry: "ok" if it was checked, "neutral" if it needs no check. */
export function Chip({
  look = "ok",
  start,
  text,
  removeLabel,
  onRemove,
}: {
  look?: keyof typeof looks;
  start?: ReactNode;
  text: string;
  removeLabel: string;
  onRemove: () => void;
}) {
  return (
    <span
      className={`inline-flex h-7 max-w-full items-center gap-0.5 rounded-[0.4375rem] pr-0.75 pl-2.5 text-13 font-medium inset-ring pointer-coarse:h-11 ${looks[look].chip}`}
    >
      {start}
      <span className="truncate">{text}</span>
      <button
        type="button"
        aria-label={removeLabel}
        onClick={onRemove}
        className={`grid size-6 flex-none place-items-center rounded-sm pointer-coarse:size-11 ${looks[look].remove}`}
      >
        <X className="size-3.5" />
      </button>
    </span>
  );
}
