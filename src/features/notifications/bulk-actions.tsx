import { Archive, ArchiveRestore, CheckCheck, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { GroupedResponse } from "@/contract/notification";
import { counted } from "@/domain/text/counted";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { useScreen } from "./screen-context";

const AlertDialog = dynamic(() => import("@/ui/alert-dialog").then((module) => module.AlertDialog));

export function TabAction({ listed, isDisabled }: { listed: GroupedResponse; isDisabled: boolean }) {
  const { actions, view } = useScreen();
  if (view.tab === "unread")
    return (
      <Button disabled={isDisabled} onClick={() => actions.changeAll(listed, "read")}>
        <CheckCheck className="size-4" />
        <span className="inbox-label">Mark all as read</span>
      </Button>
    );
  if (view.tab !== "archived") return null;
  return (
    <Button disabled={isDisabled} onClick={() => actions.changeAll(listed, "move back")}>
      <ArchiveRestore className="size-4" />
      <span className="inbox-label">Move all back</span>
    </Button>
  );
}

export function BulkActions({ listed, total }: { listed: GroupedResponse; total: number }) {
  const { actions, view } = useScreen();
  // Null until the first confirmation. The text stays visible while the dialog fades out.
  const [isConfirming, setConfirming] = useState<boolean | null>(null);
  return (
    <>
      {view.tab !== "archived" && (
        <IconButton label="Archive all" onClick={() => actions.changeAll(listed, "archive")}>
          <Archive />
        </IconButton>
      )}
      <IconButton label="Delete all" look="danger" onClick={() => setConfirming(true)}>
        <Trash2 />
      </IconButton>
      {isConfirming !== null && (
        <AlertDialog
          isOpen={isConfirming}
          onClose={() => setConfirming(false)}
          title="Delete all notifications"
          text={`Are you sure you want to delete ${counted(total, `${view.tab} notification`)}? You can undo this for a few seconds.`}
          confirmLabel="Delete"
          confirmLook="danger"
          onConfirm={() => {
            setConfirming(false);
            actions.changeAll(listed, "delete");
          }}
        />
      )}
    </>
  );
}
