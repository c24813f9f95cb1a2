import type { NotificationGroup } from "@/contract/notification";
import { formatCount } from "@/domain/text/counted";
import { useLater } from "@/ui/load-later";
import { maxSelected } from "./selection";
import { useSelected } from "./selection-store";

const loadActs = () => import("./selection-acts");

/** Always rendered, so screen readers announce the number of selected notifications. */
export function SelectionBar({ groups }: { groups: readonly NotificationGroup[] }) {
  const ids = useSelected();
  const acts = useLater(loadActs);
  const count = ids.size;
  return (
    <div className={count > 0 ? "selection-bar" : "sr-only"}>
      <p role="status" className="mr-auto">
        {count > 0 && (
          <>
            {formatCount(count)}
            <span className="selection-word"> selected</span>
          </>
        )}
        {count === maxSelected && " (maximum)"}
      </p>
      {count > 0 && acts && (
        <acts.SelectionActs
          several={groups.flatMap(({ notifications }) => notifications.filter(({ _id }) => ids.has(_id)))}
        />
      )}
    </div>
  );
}
