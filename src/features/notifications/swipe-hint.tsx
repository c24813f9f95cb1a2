import { useState, useSyncExternalStore } from "react";
import { Button } from "@/ui/button";

const storedName = "swipeHint";
const isTouch = "(hover: none) and (max-width: 68.74rem)";

/** Explains swiping once, on touch devices. */
export function SwipeHint() {
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
