"use client";

import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import { useBackCloses } from "./back-closes";
import { useRef, type ReactNode, type RefObject } from "react";
import { Button } from "./button";
import { dialogLook } from "./dialog";

/** The safe button has the focus and Escape chooses it; clicking the backdrop does nothing. */
export function AlertDialog({
  isOpen,
  onClose,
  title,
  text,
  cancelLabel = "Cancel",
  confirmLabel,
  confirmLook = "danger",
  isPending,
  onConfirm,
  focusOnceConfirmed,
  onClosed,
}: {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  text: ReactNode;
  cancelLabel?: string;
  confirmLabel: string;
  confirmLook?: "danger" | "primary";
  isPending?: boolean;
  onConfirm: () => void;
  /** Receives focus after confirming, if the action removes the opener. */
  focusOnceConfirmed?: RefObject<HTMLElement | null>;
  /** Called after the closing animation. */
  onClosed?: () => void;
}) {
  useBackCloses(isOpen, onClose);
  const harmless = useRef<HTMLButtonElement>(null);
  const isConfirmed = useRef(false);
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      onOpenChangeComplete={(open) => {
        if (open) isConfirmed.current = false;
        else onClosed?.();
      }}
    >
      <Base.Portal>
        {/* Must also cover an open dialog. */}
        <Base.Backdrop className={`${dialogLook.scrim} z-(--z-dialog)!`} />
        <Base.Viewport className={dialogLook.place}>
          <Base.Popup
            initialFocus={harmless}
            finalFocus={() => (isConfirmed.current && focusOnceConfirmed?.current) || true}
            className={`${dialogLook.popup} max-w-104`}
          >
            <div className="grid gap-2 px-5 pt-6 pb-5 sm:px-6 sm:pb-6">
              <Base.Title className={dialogLook.title}>{title}</Base.Title>
              <Base.Description className="text-ink-2">{text}</Base.Description>
            </div>
            <div className={dialogLook.foot}>
              <Base.Close render={<Button ref={harmless} />}>{cancelLabel}</Base.Close>
              <Button
                look={confirmLook}
                isPending={isPending}
                onClick={() => {
                  isConfirmed.current = true;
                  onConfirm();
                }}
              >
                {confirmLabel}
              </Button>
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
