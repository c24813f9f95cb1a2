import { useApi } from "@/contract/swr";
import { allShareText } from "@/contract/all-share";

/** Shows the share of "all" that is read, once it has loaded. */
export function AllShare() {
  const { data } = useApi("getCoverage", {});
  return (
    <p role="status" className="min-h-10 text-13 text-ink-2">
      {data !== undefined && allShareText(data.allShare)}
    </p>
  );
}
