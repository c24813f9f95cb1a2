import { X } from "lucide-react";
import type { NotificationView } from "@/contract/notification";
import { Button } from "@/ui/button";
import { ArchiveButton, DeleteButton, ReadButtons, SnoozeButton, StarButton } from "./item-buttons";
import { useScreen } from "./screen-context";
import { clearSelection } from "./selection-store";

export function SelectionActs({ several }: { several: readonly NotificationView[] }) {
  const { view } = useScreen();
  const acted = { several, size: "sm", onDone: clearSelection } as const;
  return (
    <div role="group" aria-label="Selected notifications" data-bulk className="flex items-center gap-0.5">
      <ReadButtons {...acted} />
      <StarButton {...acted} />
      <SnoozeButton {...acted} />
      <ArchiveButton {...acted} isArchived={view.tab === "archived"} />
      <DeleteButton {...acted} />
      <Button look="ghost" size="sm" data-act="clear" onClick={clearSelection}>
        <X className="size-4 min-[30rem]:hidden" />
        <span className="selection-word">Clear</span>
      </Button>
    </div>
  );
}
