import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { askBeforeLeaving } from "./leaving";
import { linkLeft, traversalLeft } from "./ways-out";

const AlertDialog = dynamic(() => import("./alert-dialog").then((file) => file.AlertDialog));

interface Question {
  isOpen: boolean;
  answer: (mayLeave: boolean) => void;
}

/**
 * Asks for confirmation before unsaved changes are lost by following a link, by the browser's Back button if
 * it can be canceled, or by code. Reloading and closing show the browser's own dialog. Mount it only while
 * there are changes.
 */
export function LeaveGuard({
  unsaved,
  canSave,
}: {
  /** Labels of the unsaved changes. */
  unsaved: readonly string[];
  /** False if saving is no longer possible: then reloading shows no dialog. */
  canSave: () => boolean;
}) {
  const router = useRouter();
  const [question, setQuestion] = useState<Question | null>(null);
  const isLeaving = useRef(false);

  useEffect(() => {
    const ask = () =>
      new Promise<boolean>((answer) => setQuestion({ isOpen: true, answer })).then((mayLeave) => {
        isLeaving.current = mayLeave;
        return mayLeave;
      });
    const leaveBy = (go: () => unknown) => void ask().then((mayLeave) => mayLeave && go());
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
    const stopAsking = askBeforeLeaving(ask);
    const history = "navigation" in window ? navigation : null;
    document.addEventListener("click", click, true);
    history?.addEventListener("navigate", traverse);
    window.addEventListener("beforeunload", unload);
    return () => {
      stopAsking();
      document.removeEventListener("click", click, true);
      history?.removeEventListener("navigate", traverse);
      window.removeEventListener("beforeunload", unload);
    };
  }, [router, canSave]);

  if (question === null) return null;
  const close = (mayLeave: boolean) => {
    setQuestion({ ...question, isOpen: false });
    question.answer(mayLeave);
  };
  return (
    <AlertDialog
      isOpen={question.isOpen}
      onClose={() => close(false)}
      onClosed={() => setQuestion(null)}
      title="Leave without saving?"
      text={`You have unsaved changes: ${unsaved.join(", ")}.`}
      cancelLabel="Keep editing"
      confirmLabel="Leave"
      onConfirm={() => close(true)}
    />
  );
}
