import { Pause, Play, Trash2, X } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { formatCount } from "@/domain/text/counted";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { QuietButton } from "@/ui/quiet-link";

/** Actions on the selected watches. It replaces the filters at the same height, so no row moves. */
export function WatchBulkBar({
  count,
  total,
  onSelectAll,
  onActive,
  onDelete,
  onClear,
  onGone,
}: {
  count: number;
  /** The number of watches in the list, on all pages. */
  total: number;
  onSelectAll: () => void;
  onActive: (isActive: boolean) => void;
  onDelete: () => void;
  onClear: () => void;
  /** It disappeared with the focus. */
  onGone: () => void;
}) {
  const gone = useEffectEvent(onGone);
  useEffect(
    () => () => {
      if (document.activeElement === document.body) gone();
    },
    [],
  );
  return (
    <div role="toolbar" aria-label="Selected watches" className="watch-bulk">
      <b role="status" className="font-semibold whitespace-nowrap">
        {formatCount(count)} selected
      </b>
      <span className="mr-auto whitespace-nowrap">
        {count < total && <QuietButton onClick={onSelectAll}>Select all {formatCount(total)}</QuietButton>}
      </span>
      <Button look="ghost" size="sm" onClick={() => onActive(false)}>
        <Pause className="size-4" />
        Pause
      </Button>
      <Button look="ghost" size="sm" onClick={() => onActive(true)}>
        <Play className="size-4" />
        Resume
      </Button>
      <Button look="ghost" size="sm" className="text-bad!" onClick={onDelete}>
        <Trash2 className="size-4" />
        Delete
      </Button>
      <IconButton size="sm" label="Clear selection" hasTooltip={false} onClick={onClear}>
        <X className="size-4" />
      </IconButton>
    </div>
  );
}
