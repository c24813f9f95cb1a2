import { Download } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { IconButton } from "@/ui/icon-button";

const ExportDialog = dynamic(() => import("./export-dialog").then((file) => file.ExportDialog));

/** `total`: null if the screen shows only part of the search. */
export function ExportButton({ total }: { total: number | null }) {
  const [isOpen, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <IconButton label="Export" onClick={() => setOpen(true)}>
        <Download />
      </IconButton>
      {isOpen !== null && <ExportDialog isOpen={isOpen} total={total} onClose={() => setOpen(false)} />}
    </>
  );
}
