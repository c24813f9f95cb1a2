import { useId, useState } from "react";
import { api } from "@/browser/api";
import { isRateLimited } from "@/browser/rate-limit";
import { useLimitWait } from "@/browser/use-limit-wait";
import { counted } from "@/domain/text/counted";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Notice } from "@/ui/notice";
import { Segmented } from "@/ui/segmented";
import { WaitNotice } from "@/ui/wait-notice";
import { getMessage } from "./failure";
import { useScreen } from "./screen-context";
import { notificationNouns, isSearch, getSearch } from "./view";

const formats = [
  { value: "csv", label: "CSV" },
  { value: "json", label: "JSON" },
] as const;
type Format = (typeof formats)[number]["value"];

/** `total`: null if the screen shows only part of the search. */
export function ExportDialog({
  isOpen,
  total,
  onClose,
}: {
  isOpen: boolean;
  total: number | null;
  onClose: () => void;
}) {
  const { view } = useScreen();
  const [format, setFormat] = useState<Format>("csv");
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { wait, meet } = useLimitWait();
  const waitId = useId();
  const save = async () => {
    setPending(true);
    setError(null);
    try {
      const body = { format, status: view.tab, ...getSearch({ ...view, until: "" }) };
      const address = await api.call("openExport", { body });
      if (isRateLimited(address)) meet(address);
      else {
        // Use this page's origin, because the host name may differ from the configured one.
        const { pathname } = new URL(address.url);
        Object.assign(document.createElement("a"), { href: pathname, download: "" }).click();
        onClose();
      }
    } catch (failure) {
      setError(failure);
    }
    setPending(false);
  };
  const nouns = notificationNouns(view.tab);
  const exported = total === null ? `All ${nouns[1]}` : counted(total, ...nouns);
  const found = isSearch(view) ? " matching your search" : "";
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Export notifications"
      size="sm"
      message={
        <>
          <WaitNotice id={waitId} wait={wait} />
          <Notice look="bad">{error === null ? null : getMessage(error)}</Notice>
        </>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            isPending={isPending}
            describedBy={wait === null ? undefined : waitId}
            onClick={() => void save()}
          >
            Export
          </Button>
        </>
      }
    >
      <div className="grid justify-items-start gap-4">
        <p className="text-ink-2">
          {exported}
          {found}
          {total === null && ", including older ones"}, with title, text, author and link.
        </p>
        <Segmented legend="Format" name="format" value={format} options={formats} onValueChange={setFormat} />
        <p className="text-13 text-ink-3">
          {format === "csv" ? "For spreadsheets." : "For scripts. Same fields as the API."}
        </p>
      </div>
    </Dialog>
  );
}
