import { Download } from "lucide-react";
import { countGaps } from "@/contract/coverage-texts";
import { showReceipt } from "@/browser/shown-receipt";
import { useApi } from "@/browser/swr";
import { listUnwatched, receiptText } from "@/domain/text/receipt-text";
import { Button } from "@/ui/button";
import { QuietLink } from "@/ui/quiet-link";

export function WatchReceipt({ id }: { id: string }) {
  const { data } = useApi("getReceipt", { params: { id } });
  if (data === undefined) return null;
  const { receipt, signature } = data;
  const { places } = receipt;
  const unwatched = listUnwatched(receipt.period, receipt.revisions);
  const save = () => {
    // Verification rejects a reformatted file.
    const file = new Blob([JSON.stringify(data)], { type: "application/json" });
    const href = URL.createObjectURL(file);
    const download = `earshot-receipt-${receipt.period.from.slice(0, 10)}.json`;
    Object.assign(document.createElement("a"), { href, download }).click();
    URL.revokeObjectURL(href);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-13 text-ink-2">
      <p className="min-w-56 flex-1">
        Last 7 days: {receiptText({ ...receipt, places: places.length, gaps: countGaps(places), unwatched })}
      </p>
      <Button size="sm" onClick={save}>
        <Download className="size-4" />
        {signature === null ? "Download unsigned receipt" : "Download receipt"}
      </Button>
      <QuietLink href="/receipt" onClick={() => showReceipt(data)}>
        View receipt
      </QuietLink>
      <QuietLink href="/receipt">Verify a receipt</QuietLink>
    </div>
  );
}
