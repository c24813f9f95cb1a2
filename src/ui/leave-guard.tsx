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
 * Asks before something unsaved is left: by a link, by the browser's Back where it lets itself be asked,
 * by code that asks. Reloading and closing have the browser's own question. Mount it while there is something to lose.
 */
export function LeaveGuard({
  unsaved,
  canSave,
}: {
  /** What would be lost, by its labels. */
  unsaved: readonly string[];
  /** False where nothing can be saved any more: then reloading asks nothing. */
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
      // Whoever listens besides, such as the menu that closes, still hears of it; only the way is stopped.
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
