import { Archive, CheckCheck, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { GroupedAnswer } from "@/contract/notification";
import { counted } from "@/domain/counted";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { useScreen } from "./screen-context";

const AlertDialog = dynamic(() => import("@/ui/alert-dialog").then((module) => module.AlertDialog));

/** Actions on everything that the tab holds, on this page and the others; deleting asks. */
export function BulkActions({ answer, total }: { answer: GroupedAnswer; total: number }) {
  const { actions, view } = useScreen();
  const [isAsking, setAsking] = useState<boolean | null>(null);
  const deleteAll = () => {
    setAsking(false);
    actions.changeAll(answer, "delete");
  };
  return (
    <>
      {view.tab === "unread" && (
        <Button onClick={() => actions.changeAll(answer, "read")}>
          <CheckCheck className="size-4" />
          Mark all as read
        </Button>
      )}
      {view.tab !== "archived" && (
        <IconButton label="Archive all" onClick={() => actions.changeAll(answer, "archive")}>
          <Archive />
        </IconButton>
      )}
      <IconButton label="Delete all" look="danger" onClick={() => setAsking(true)}>
        <Trash2 />
      </IconButton>
      {isAsking !== null && (
        <AlertDialog
          isOpen={isAsking}
          onClose={() => setAsking(false)}
          title="Delete all notifications"
          text={`Are you sure you want to delete ${counted(total, `${view.tab} notification`)}? This cannot be undone.`}
          confirmLabel="Delete"
          onConfirm={deleteAll}
        />
      )}
    </>
  );
}
