import type { KeyboardEvent, ReactNode, RefObject } from "react";
import type { NotificationStatus } from "@/contract/notification";
import { choose, select, useIsChosen, useIsSelected, selectGroup } from "./selection-store";

/** A row's position (from 1) in a virtualized list. Undefined if the list is fully rendered. */
export interface Position {
  at: number | undefined;
  of: number | undefined;
}

/**
 * A row of the list. The reading pane shows the row that has focus. Re-renders on its own when it is chosen
 * or selected.
 */
export function MentionRow({
  ref,
  id,
  status,
  at,
  of,
  className,
  children,
}: Position & {
  ref: RefObject<HTMLLIElement | null>;
  id: string;
  status: NotificationStatus;
  className: string;
  children: ReactNode;
}) {
  const isChosen = useIsChosen(id);
  const isSelected = useIsSelected(id);
  const read = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== "Enter" || event.target !== event.currentTarget) return;
    document.querySelector<HTMLElement>("main [data-pane]")?.focus();
  };
  return (
    <li
      ref={ref}
      tabIndex={-1}
      className={`mention-row ${className}`}
      data-row
      data-status={status}
      data-selected={isSelected || undefined}
      aria-current={isChosen || undefined}
      aria-posinset={at}
      aria-setsize={of}
      onFocus={() => choose(id)}
      onKeyDown={read}
    >
      {children}
    </li>
  );
}

/** The row's checkbox. Shift-click selects the range from the previous row, Alt-click the entire group. */
export function RowChoice({ id, title }: { id: string; title: string }) {
  const isSelected = useIsSelected(id);
  return (
    <label className="mention-choice">
      <input
        type="checkbox"
        data-act="select"
        aria-label={`Select: ${title}`}
        checked={isSelected}
        onChange={({ nativeEvent, currentTarget }) => {
          const { shiftKey, altKey } = nativeEvent as Partial<MouseEvent>;
          if (altKey) selectGroup(currentTarget);
          else select(id, shiftKey === true);
        }}
      />
    </label>
  );
}
