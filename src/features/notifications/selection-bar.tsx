import { useEffect } from "react";
import type { NotificationGroup } from "@/contract/notification";
import { formatCount } from "@/domain/counted";
import { useLater } from "@/ui/load-later";
import { maxSelected } from "./selection";
import { clearSelection, idsOf, retainSelected, useSelected } from "./selection-store";

const loadActs = () => import("./selection-acts");

/** Always rendered, so screen readers announce the number of selected notifications. */
export function SelectionBar({ groups }: { groups: readonly NotificationGroup[] }) {
  const ids = useSelected();
  useEffect(() => {
    if (ids.size === 0) return;
    const there = new Set(idsOf(groups));
    retainSelected((id) => there.has(id));
  }, [groups, ids]);
  useEffect(() => clearSelection, []);
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
      {count > 0 && acts && <acts.SelectionActs groups={groups} ids={ids} />}
    </div>
  );
}
