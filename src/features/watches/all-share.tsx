import { useApi } from "@/contract/swr";
import { allShareText } from "@/contract/all-share";

/** Says how much of 'all' is read; nothing until it is known. */
export function AllShare() {
  const { data } = useApi("getCoverage", {});
  return (
    <p role="status" className="min-h-10 text-13 text-ink-2">
      {data !== undefined && allShareText(data.allShare)}
    </p>
  );
}
