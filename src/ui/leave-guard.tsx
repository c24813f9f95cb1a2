import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { confirmLeaving } from "./leaving";
import { linkLeft, traversalLeft } from "./navigation-guards";

const AlertDialog = dynamic(() => import("./alert-dialog").then((file) => file.AlertDialog));

interface Prompt {
  isOpen: boolean;
  resolve: (canLeave: boolean) => void;
}

/** Confirms leaving by link, Back or code; on reload, browsers ask themselves. Mount it only with changes. */
export function LeaveGuard({
  unsaved,
  canSave,
}: {
  unsaved: readonly string[];
  /** False if saving is no longer possible: then reloading shows no dialog. */
  canSave: () => boolean;
}) {
  const router = useRouter();
  const [query, setPrompt] = useState<Prompt | null>(null);
  const isLeaving = useRef(false);

  useEffect(() => {
    const request = () =>
      new Promise<boolean>((resolve) => setPrompt({ isOpen: true, resolve })).then((canLeave) => {
        isLeaving.current = canLeave;
        return canLeave;
      });
    const leaveBy = (go: () => unknown) => void request().then((canLeave) => canLeave && go());
    const click = (event: MouseEvent) => {
      const href = isLeaving.current ? null : linkLeft(event);
      if (href === null) return;
      // Only cancel the navigation. Other listeners, such as the closing menu, still receive the event.
      event.preventDefault();
      leaveBy(() => router.push(href));
    };
    const traverse = (event: NavigateEvent) => {
      const key = isLeaving.current ? null : traversalLeft(event);
      if (key === null) return;
      event.preventDefault();
      leaveBy(() => navigation.traverseTo(key));
    };
    const unload = (event: BeforeUnloadEvent) => {
      if (!isLeaving.current && canSave()) event.preventDefault();
    };
    const stopRequesting = confirmLeaving(request);
    const history = "navigation" in window ? navigation : null;
    document.addEventListener("click", click, true);
    history?.addEventListener("navigate", traverse);
    window.addEventListener("beforeunload", unload);
    return () => {
      stopRequesting();
      document.removeEventListener("click", click, true);
      history?.removeEventListener("navigate", traverse);
      window.removeEventListener("beforeunload", unload);
    };
  }, [router, canSave]);

  if (query === null) return null;
  const close = (canLeave: boolean) => {
    setPrompt({ ...query, isOpen: false });
    query.resolve(canLeave);
  };
  // The next request can arrive before the closing animation of this one ends.
  const clear = () => setPrompt((current) => (current?.isOpen === true ? current : null));
  return (
    <AlertDialog
      isOpen={query.isOpen}
      onClose={() => close(false)}
      onClosed={clear}
      title="Leave without saving?"
      text={`You have unsaved changes: ${unsaved.join(", ")}.`}
      cancelLabel="Keep editing"
      confirmLabel="Leave"
      onConfirm={() => close(true)}
    />
  );
}
