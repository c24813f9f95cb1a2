import {
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type MouseEvent as PressEvent,
  type ReactNode,
} from "react";
import { flushSync } from "react-dom";
import type { NotificationStatus } from "@/contract/notification";
import { setLayer } from "./layer";
import {
  choose,
  focusRow,
  select,
  selectGroup,
  useIsChosen,
  useIsSelected,
  useIsWanted,
} from "./selection-store";
import { isWide } from "./wide";

/** A row's position (from 1) in a virtualized list. Undefined if the list is fully rendered. */
export interface Position {
  at: number | undefined;
  of: number | undefined;
}

/** The reading pane shows the row that has focus. Re-renders on its own when chosen or selected. */
export function MentionRow({
  id,
  status,
  at,
  of,
  isNew,
  children,
}: Position & {
  id: string;
  status: NotificationStatus;
  /** Draws the marker once. */
  isNew: boolean;
  children: ReactNode;
}) {
  const ref = useRef<HTMLLIElement>(null);
  const isChosen = useIsChosen(id);
  const isSelected = useIsSelected(id);
  const isWanted = useIsWanted(id);
  useLayoutEffect(() => {
    if (!isWanted) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: "nearest" });
    focusRow(null);
  }, [isWanted]);
  const read = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== "Enter" || event.target !== event.currentTarget) return;
    if (isWide()) document.querySelector<HTMLElement>("main [data-pane]")?.focus();
    else setLayer(true);
  };
  const open = ({ target, currentTarget }: PressEvent<HTMLElement>) => {
    const control = (target as Element).closest("a, button, label, input");
    if (control !== null && currentTarget.contains(control)) return;
    if (window.getSelection()?.isCollapsed === false) return;
    // Keyboard shortcuts continue with the layer's buttons.
    flushSync(() => {
      choose(id);
      if (!isWide()) setLayer(true);
    });
  };
  return (
    <li
      ref={ref}
      tabIndex={isChosen ? 0 : -1}
      className={`mention-row ${isNew ? "draw" : ""}`}
      data-row={id}
      data-status={status}
      data-selected={isSelected || undefined}
      aria-current={isChosen || undefined}
      aria-posinset={at}
      aria-setsize={of}
      onFocus={() => choose(id)}
      onKeyDown={read}
      onClick={open}
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
        tabIndex={-1}
        data-act="select"
        aria-label={`Select: ${title}`}
        checked={isSelected}
        onChange={({ nativeEvent, currentTarget }) => {
          const { shiftKey, altKey } = nativeEvent as Partial<MouseEvent>;
          if (altKey) void selectGroup(currentTarget);
          else select(id, shiftKey === true);
        }}
      />
    </label>
  );
}
