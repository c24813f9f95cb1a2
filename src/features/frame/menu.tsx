"use client";

import { Menu as MenuIcon } from "lucide-react";
import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from "react";
import { IconButton } from "@/ui/icon-button";
import { onLeavePrompt } from "@/ui/leaving";

/** A native modal dialog, which traps and restores focus. Its content is rendered once it is opened. */
export function Menu({ children }: { children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [wasOpened, setOpened] = useState(false);

  useEffect(() => {
    // Wide screens show the sidebar; an open menu would block the page.
    const wide = matchMedia("(min-width: 56rem)");
    const close = () => wide.matches && dialog.current?.close();
    wide.addEventListener("change", close);
    return () => wide.removeEventListener("change", close);
  }, []);

  useEffect(() => onLeavePrompt(() => dialog.current?.close()), []);

  const open = () => {
    setOpened(true);
    dialog.current?.showModal();
  };
  const press = (event: MouseEvent<HTMLDialogElement>) => {
    const isLink = event.target instanceof Element && event.target.closest("a") !== null;
    if (event.target === event.currentTarget || isLink) event.currentTarget.close();
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
      <dialog ref={dialog} aria-label="Menu" className="menu" onClick={press}>
        <div className="h-full overflow-y-auto">{wasOpened && children}</div>
      </dialog>
    </>
  );
}
