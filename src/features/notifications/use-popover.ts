import { useDeferredValue, useRef, useState, type RefObject } from "react";

/** Props of a popover that a button opens. */
export interface PopoverProps {
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export function usePopover() {
  const [isOpen, setOpen] = useState(false);
  // The control responds first, because rendering a popover takes time.
  const isRendered = useDeferredValue(isOpen);
  const anchor = useRef<HTMLButtonElement>(null);
  return {
    isOpen: isOpen && isRendered,
    button: {
      ref: anchor,
      "aria-haspopup": "dialog" as const,
      "aria-expanded": isOpen,
      onClick: () => setOpen(!isOpen),
    },
    popover: { anchor, onClose: () => setOpen(false) },
  };
}
