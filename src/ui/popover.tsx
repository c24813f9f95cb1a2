"use client";

import { Popover as Base } from "@base-ui/react/popover";
import { useRef, useState, type ReactNode, type RefObject } from "react";
import { useBackCloses } from "./back-closes";

/** Returns the focus to its former element. The library is large: load it lazily if it opens on a click. */
export function Popover({
  anchor,
  title,
  description,
  width = "w-100",
  isFocusedWhole = false,
  onClose,
  children,
}: {
  anchor: RefObject<HTMLElement | null>;
  title: ReactNode;
  description?: ReactNode;
  width?: string;
  /** Focus the popover instead of its first field, which would open suggestions over the other fields. */
  isFocusedWhole?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  useBackCloses(true, onClose);
  const popup = useRef<HTMLDivElement>(null);
  // Keyboard shortcuts open it from a row instead of its control.
  const [opener] = useState(() => document.activeElement);
  const findFocus = () =>
    opener instanceof HTMLElement && opener !== document.body && opener.isConnected ? opener : anchor.current;
  /** Clicks on the control are handled by the control, which closes the popover. */
  const isForControl = (event: Event) => {
    const at = event instanceof FocusEvent ? event.relatedTarget : event.target;
    return !(event instanceof KeyboardEvent) && at instanceof Node && anchor.current?.contains(at) === true;
  };
  return (
    <Base.Root open onOpenChange={(isOpen, { event }) => !isOpen && !isForControl(event) && onClose()}>
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          align="end"
          sideOffset={6}
          collisionPadding={16}
          // By default, it jumps to another side of the control when it grows.
          collisionAvoidance={{ fallbackAxisSide: "none" }}
          className="z-(--z-popover) flex max-h-(--available-height)"
        >
          <Base.Popup
            ref={popup}
            initialFocus={isFocusedWhole ? popup : undefined}
            finalFocus={findFocus}
            // Tab past the last control, or back past the first, focuses a guard of the library.
            onBlur={({ relatedTarget }) =>
              relatedTarget?.hasAttribute("data-base-ui-focus-guard") && onClose()
            }
            className={`${width} max-w-[calc(100vw-2rem)] overflow-auto rounded-lg border border-line bg-raised px-2 pt-4 pb-3 text-14 text-ink shadow-2 focus-visible:outline-none`}
          >
            <Base.Title className="px-3 pb-1 text-14 font-semibold">{title}</Base.Title>
            {description !== undefined && (
              <Base.Description className="px-3 pb-2 text-13 text-ink-2">{description}</Base.Description>
            )}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
