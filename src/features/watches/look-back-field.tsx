import { lookBackLimit } from "@/contract/watch";
import { counted, formatCount } from "@/domain/counted";
import { Checkbox } from "@/ui/checkbox";
import type { WatchFormControl } from "./filter-fields";

export function LookBackField({ form, matched }: { form: WatchFormControl; matched: number }) {
  if (matched === 0) return null;
  return (
    <div className="grid gap-1">
      <Checkbox {...form.register("lookBack")}>
        Also add the {matched > lookBackLimit && `newest ${formatCount(lookBackLimit)} of the `}
        {counted(matched, "match", "matches")} found in the last two days
      </Checkbox>
      <p className="pl-7 text-13 text-ink-3">No alerts are sent for them.</p>
    </div>
  );
}
