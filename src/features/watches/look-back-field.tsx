import { lookBackLimit } from "@/contract/watch";
import { counted, formatCount } from "@/domain/text/counted";
import { Checkbox } from "@/ui/checkbox";
import type { WatchFormControl } from "./filter-fields";
import { spanText } from "./forecast-texts";
import type { Forecast } from "./use-forecast";

export function LookBackField({ form, forecast }: { form: WatchFormControl; forecast: Forecast | null }) {
  const matched = forecast?.storedMatches ?? 0;
  if (forecast === null || matched === 0) return null;
  return (
    <div className="grid rounded-md border border-line p-3 has-checked:border-accent-line has-checked:bg-accent-soft">
      <Checkbox {...form.register("lookBack")}>
        Also add the {matched > lookBackLimit && `newest ${formatCount(lookBackLimit)} of the `}
        {counted(matched, "match", "matches")} found {spanText(forecast.hours).toLowerCase()}
      </Checkbox>
      <p className="pl-7 text-13 text-ink-2">No alerts are sent for them.</p>
    </div>
  );
}
