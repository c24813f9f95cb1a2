import { formatMoment } from "@/domain/time/moment";
import { Button } from "@/ui/button";
import { useScreen } from "./screen-context";

export function SearchReach({ searchedTo }: { searchedTo: string | undefined }) {
  const { view, go, now, timeZone } = useScreen();
  const moment = (at: string) => formatMoment(new Date(at), now, timeZone);
  const from = view.until === "" ? "" : ` before ${moment(view.until)}`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-13 text-ink-2">
      <p role="status">
        {searchedTo === undefined
          ? `Searched all notifications${from}.`
          : `Searched 10,000 notifications${from}, back to ${moment(searchedTo)}.`}
      </p>
      <div className="flex gap-2">
        {view.until !== "" && (
          <Button size="sm" look="ghost" onClick={() => go(() => ({ page: 1, until: "" }))}>
            Back to latest
          </Button>
        )}
        {searchedTo !== undefined && (
          <Button size="sm" onClick={() => go(() => ({ page: 1, until: searchedTo }))}>
            Search older notifications
          </Button>
        )}
      </div>
    </div>
  );
}
