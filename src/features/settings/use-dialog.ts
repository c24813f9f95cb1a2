import { useState } from "react";
import type { DialogState } from "./form-dialog";

/** Opens and closes a dialog. Each opening starts with an empty form. */
export function useDialog(): { state: DialogState | null; key: number; open: () => void } {
  const [opening, setOpening] = useState({ key: 0, isOpen: false, isThere: false });
  const state = !opening.isThere
    ? null
    : {
        isOpen: opening.isOpen,
        // A request that ends after "Cancel" must not close the next opening.
        onClose: () =>
          setOpening((before) => (before.key === opening.key ? { ...before, isOpen: false } : before)),
        onClosed: () => setOpening((before) => ({ ...before, isThere: false })),
      };
  const open = () => setOpening((before) => ({ key: before.key + 1, isOpen: true, isThere: true }));
  return { state, key: opening.key, open };
}
