import { Download, Upload } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { AppError } from "@/contract/errors";
import { download } from "@/browser/download";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { counted } from "@/domain/text/counted";
import { toast } from "@/ui/toast/store";
import { showUndoToast } from "@/ui/undo";

const ImportDialog = dynamic(() => import("./import-dialog").then((file) => file.ImportDialog));

const loadDelete = () => import("./delete-watches");

export function FileActions({ hasAny, onAdded }: { hasAny: boolean; onAdded: () => void }) {
  const [importing, setImporting] = useState<{ isOpen: boolean } | null>(null);
  const [isPending, setPending] = useState(false);
  const save = async () => {
    if (isPending) return;
    setPending(true);
    try {
      await download("exportWatches", "earshot-keywords.csv");
    } catch (error) {
      const text = error instanceof AppError && error.status < 500 ? error.message : "Please try again.";
      toast({ type: "error", title: "Failed to export keywords", text });
    }
    setPending(false);
  };
  const removeAll = async (ids: readonly string[]) => {
    try {
      const { deleteWatches } = await loadDelete();
      await deleteWatches(ids);
    } catch {
      toast({ type: "error", title: "Failed to remove the keywords", text: "Please try again." });
    }
    onAdded();
  };
  return (
    // Override the padding that the button group sets.
    <div className="flex items-center px-0! sm:gap-1">
      <Button className="max-sm:px-2" onClick={() => setImporting({ isOpen: true })}>
        <Upload className="size-4" />
        <span className="max-sm:sr-only">Import</span>
      </Button>
      {hasAny && (
        <IconButton label="Export" aria-busy={isPending || undefined} onClick={() => void save()}>
          <Download />
        </IconButton>
      )}
      {importing !== null && (
        <ImportDialog
          isOpen={importing.isOpen}
          onAdded={onAdded}
          onImported={(ids) =>
            showUndoToast({ title: `${counted(ids.length, "keyword")} added` }, () => void removeAll(ids))
          }
          // An import that ends after "Cancel" must not close the next dialog.
          onClose={() => setImporting((now) => (now === importing ? { isOpen: false } : now))}
          onClosed={() => setImporting(null)}
        />
      )}
    </div>
  );
}
