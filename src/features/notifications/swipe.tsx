import { useEffect, useState, useSyncExternalStore, type RefObject } from "react";
import { Button } from "@/ui/button";

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
    const down = (event: PointerEvent) => {
      end();
      const { pointerId: id, clientX: x, clientY: y } = event;
      const row = (event.target as Element).closest<HTMLElement>("[data-row]");
      if (event.pointerType === "touch" && event.isPrimary && row !== null) touch = { row, id, x, y, dx: 0 };
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
    const listening = new AbortController();
    const options = { passive: true, signal: listening.signal };
    root.addEventListener("pointerdown", down, options);
    root.addEventListener("pointermove", move, options);
    root.addEventListener("pointerup", up, options);
    root.addEventListener("pointercancel", end, options);
    return () => listening.abort();
  }, [list]);
  return hasHint && <SwipeHint />;
}

const storedName = "swipeHint";
const isTouch = "(hover: none) and (max-width: 68.74rem)";

/** Explains swiping once, on touch devices. */
function SwipeHint() {
  const [isClosed, setClosed] = useState(false);
  const isDue = useSyncExternalStore(
    () => () => undefined,
    () => window.matchMedia(isTouch).matches && !isRead(),
    () => false,
  );
  if (!isDue || isClosed) return null;
  const close = () => {
    setClosed(true);
    try {
      localStorage.setItem(storedName, "read");
    } catch {
      // Without storage, it appears again on the next visit.
    }
  };
  return (
    <div className="swipe-hint" role="note">
      <p>Swipe right to archive, left to snooze.</p>
      <Button size="sm" onClick={close}>
        Got it
      </Button>
    </div>
  );
}

function isRead(): boolean {
  try {
    return localStorage.getItem(storedName) !== null;
  } catch {
    return true;
  }
}
