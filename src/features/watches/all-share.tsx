import { useApi } from "@/browser/swr";
import { allShareText } from "@/contract/all-share";

export function AllShare() {
  const { data } = useApi("getCoverage", {});
  return (
    <p role="status" className="min-h-10 text-13 text-ink-2">
      {data !== undefined && allShareText(data.allShare)}
    </p>
  );
}
