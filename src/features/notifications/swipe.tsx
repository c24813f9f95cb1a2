import { useEffect, type RefObject } from "react";
import { SwipeHint } from "./swipe-hint";

/** Movement before a touch counts as a swipe, and the distance that acts (CSS pixels). */
const [startPx, actPx] = [12, 96];

type Side = "archive" | "snooze";

/** Swiping presses the row's own archive (right) or snooze (left) button. Vertical movements scroll. */
export function Swipe({ list, hasHint }: { list: RefObject<HTMLElement | null>; hasHint: boolean }) {
  useEffect(() => {
    const root = list.current;
    if (root === null) return;
    let touch: { row: HTMLElement; id: number; x: number; y: number; dx: number } | null = null;
    const sideOf = (dx: number): Side => (dx > 0 ? "archive" : "snooze");
    const end = () => {
      if (touch === null) return;
      touch.row.style.translate = "";
      delete touch.row.dataset.swipe;
      touch = null;
    };
    const down = ({
      target,
      pointerType,
      pointerId: id,
      isPrimary,
      clientX: x,
      clientY: y,
    }: PointerEvent) => {
      end();
      const row = (target as Element).closest<HTMLElement>("[data-row]");
      if (pointerType === "touch" && isPrimary && row !== null) touch = { row, id, x, y, dx: 0 };
    };
    const move = ({ pointerId, clientX, clientY }: PointerEvent) => {
      if (touch === null || touch.id !== pointerId) return;
      const { row, x, y } = touch;
      const dx = clientX - x;
      const isSwiping = row.dataset.swipe !== undefined;
      if (!isSwiping && (Math.abs(dx) < startPx || Math.abs(dx) < 2 * Math.abs(clientY - y))) return;
      touch.dx = dx;
      row.dataset.swipe = sideOf(dx);
      row.style.translate = `${dx}px 0`;
    };
    const up = () => {
      const { row, dx } = touch ?? {};
      end();
      if (row === undefined || dx === undefined || Math.abs(dx) < actPx) return;
      row.querySelector<HTMLElement>(`[data-act=${sideOf(dx)}]`)?.click();
    };
    const options = { passive: true };
    root.addEventListener("pointerdown", down, options);
    root.addEventListener("pointermove", move, options);
    root.addEventListener("pointerup", up, options);
    root.addEventListener("pointercancel", end, options);
    return () => {
      root.removeEventListener("pointerdown", down);
      root.removeEventListener("pointermove", move);
      root.removeEventListener("pointerup", up);
      root.removeEventListener("pointercancel", end);
    };
  }, [list]);
  return hasHint && <SwipeHint />;
}
