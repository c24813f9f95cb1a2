import { Archive, CheckCheck, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { GroupedResponse } from "@/contract/notification";
import { counted } from "@/domain/counted";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { useScreen } from "./screen-context";

const AlertDialog = dynamic(() => import("@/ui/alert-dialog").then((module) => module.AlertDialog));

/** Archiving more than this requires confirmation. */
const mostUnasked = 20;

/** Actions on every notification in the tab, across all pages. Deleting requires confirmation. */
export function BulkActions({ answer: response, total }: { answer: GroupedResponse; total: number }) {
  const { actions, view } = useScreen();
  // Null until the first confirmation. The text stays visible while the dialog fades out.
  const [requested, setAsked] = useState<"archive" | "delete" | null>(null);
  const [isAsking, setAsking] = useState(false);
  const request = (action: "archive" | "delete") => {
    setAsked(action);
    setAsking(true);
  };
  const all = counted(total, `${view.tab} notification`);
  return (
    <>
      {view.tab === "unread" && (
        <Button onClick={() => actions.changeAll(response, "read")}>
          <CheckCheck className="size-4" />
          Mark all as read
        </Button>
      )}
      {view.tab !== "archived" && (
        <IconButton
          label="Archive all"
          onClick={() => (total > mostUnasked ? request("archive") : actions.changeAll(response, "archive"))}
        >
          <Archive />
        </IconButton>
      )}
      <IconButton label="Delete all" look="danger" onClick={() => request("delete")}>
        <Trash2 />
      </IconButton>
      {requested !== null && (
        <AlertDialog
          isOpen={isAsking}
          onClose={() => setAsking(false)}
          title={`${requested === "delete" ? "Delete" : "Archive"} all notifications`}
          text={`Are you sure you want to ${requested} ${all}?${requested === "delete" ? " This cannot be undone." : ""}`}
          confirmLabel={requested === "delete" ? "Delete" : "Archive"}
          confirmLook={requested === "delete" ? "danger" : "primary"}
          onConfirm={() => {
            setAsking(false);
            actions.changeAll(response, requested);
          }}
        />
      )}
    </>
  );
}
