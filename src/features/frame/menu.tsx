"use client";

import { Menu as MenuIcon } from "lucide-react";
import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from "react";
import { useBackCloses } from "@/ui/back-closes";
import { IconButton } from "@/ui/icon-button";
import { onLeavePrompt } from "@/ui/leaving";

/** A native modal dialog, which traps and restores focus. Its content is rendered once it is opened. */
export function Menu({ children }: { children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const close = () => {
    // Before the close event: following a link to the same screen replaces the history entry of the menu.
    setOpen(false);
    dialog.current?.close();
  };
  useBackCloses(isOpen, close);

  useEffect(() => {
    // Wide screens show the sidebar; an open menu would block the page.
    const wide = matchMedia("(min-width: 56rem)");
    const closeOnWide = () => wide.matches && dialog.current?.close();
    wide.addEventListener("change", closeOnWide);
    return () => wide.removeEventListener("change", closeOnWide);
  }, []);

  useEffect(() => onLeavePrompt(() => dialog.current?.close()), []);

  const open = () => {
    setOpen(true);
    setOpened(true);
    dialog.current?.showModal();
  };
  const press = (event: MouseEvent<HTMLDialogElement>) => {
    const isLink = event.target instanceof Element && event.target.closest("a") !== null;
    if (event.target === event.currentTarget || isLink) close();
  };
  return (
    <>
      <IconButton
        label="Open menu"
        hasTooltip={false}
        aria-haspopup="dialog"
        className="size-11"
        onClick={open}
      >
        <MenuIcon />
      </IconButton>
      <dialog ref={dialog} aria-label="Menu" className="menu" onClick={press} onClose={() => setOpen(false)}>
        <div className="h-full overflow-y-auto">{wasOpened && children}</div>
      </dialog>
    </>
  );
}
