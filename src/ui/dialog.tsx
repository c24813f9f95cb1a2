"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { useBackCloses } from "./back-closes";
import { IconButton } from "./icon-button";

export const dialogLook = {
  scrim: "dialog-scrim fixed inset-0 z-(--z-scrim) bg-scrim",
  place:
    "fixed inset-0 z-(--z-dialog) grid grid-cols-[minmax(0,1fr)] content-start justify-items-center overflow-auto px-3 pt-[6vh] pb-4 sm:px-4",
  popup:
    "dialog-popup w-full rounded-xl border border-line bg-surface text-ink shadow-3 focus-visible:outline-none",
  title: "text-20",
  foot: "flex flex-wrap items-center justify-end gap-3 border-t border-line px-5 py-4 sm:px-6",
} as const;

/** At most as tall as the window. The body scrolls between header and footer, which stay visible. */
const sheet = "flex max-h-[calc(94dvh-1rem)] flex-col";

const widths = {
  sm: "max-w-104",
  md: "max-w-136",
  wide: "max-w-176",
  lg: "max-w-160 [@media(width>=62rem)]:max-w-256",
} as const;

const body = {
  one: "px-5 pt-4 pb-5 sm:px-6 sm:pb-6",
  two: "grid grid-cols-[minmax(0,1fr)] content-start [@media(width>=62rem)]:grid-cols-[minmax(0,1fr)_24rem]",
} as const;

/** If it opens on a click, import the file that uses it with next/dynamic: the library costs 23 kB. */
export function Dialog({
  isOpen,
  onClose,
  title,
  size = "md",
  initialFocus,
  message,
  footer,
  onClosed,
  aside,
  children,
}: {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  size?: keyof typeof widths;
  initialFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | true);
  /** Results of pressing a button, shown next to the buttons. */
  message?: ReactNode;
  footer?: ReactNode;
  /** Called after the closing animation. */
  onClosed?: () => void;
  /** Side column on the right, or below in narrow windows. Only for size lg. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  useBackCloses(isOpen, onClose);
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      onOpenChangeComplete={(open) => !open && onClosed?.()}
    >
      <Base.Portal>
        <Base.Backdrop className={dialogLook.scrim} />
        <Base.Viewport className={dialogLook.place}>
          <Base.Popup initialFocus={initialFocus} className={`${dialogLook.popup} ${sheet} ${widths[size]}`}>
            <div
              data-part="head"
              className="flex flex-none items-start justify-between gap-4 pt-5 pr-4 pl-5 sm:pl-6"
            >
              <Base.Title className={`${dialogLook.title} pt-1.5 pointer-coarse:pt-2.5`}>{title}</Base.Title>
              <Base.Close render={<IconButton label="Close" hasTooltip={false} />}>
                <X />
              </Base.Close>
            </div>
            {/* A minimum height keeps the body visible. With large text, the dialog grows taller than the
                window instead. Positioned, so hidden text in it can't make the viewport scrollable. */}
            <div
              // On focus, browsers only scroll a textarea's caret line into view.
              onFocus={({ target }) =>
                target.matches(":focus-visible") && target.scrollIntoView({ block: "nearest" })
              }
              className={`relative min-h-28 flex-1 scroll-py-4 overflow-y-auto ${aside === undefined ? body.one : `mt-4 border-t border-line ${body.two}`}`}
            >
              {aside === undefined ? children : <Columns aside={aside}>{children}</Columns>}
            </div>
            {footer !== undefined && (
              <div data-part="foot" className={`${dialogLook.foot} flex-none`}>
                {message !== undefined && (
                  <div className="grid min-w-0 grow basis-56 gap-2 not-has-[[role]:not(:empty)]:hidden max-sm:basis-full">
                    {message}
                  </div>
                )}
                {footer}
              </div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

function Columns({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <>
      <div className="min-w-0 px-5 pt-5 pb-6 sm:px-6">{children}</div>
      <div className="min-w-0 border-line bg-canvas px-5 pt-5 pb-6 max-[61.99rem]:border-t sm:px-6 [@media(width>=62rem)]:border-l">
        {aside}
      </div>
    </>
  );
}
