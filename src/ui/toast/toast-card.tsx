"use client";

import { Bell, CircleCheck, CircleX, Timer, TriangleAlert, X } from "lucide-react";
import { Button } from "../button";
import { Kbd } from "../kbd";
import { useShortcutsOn } from "../shortcuts-choice";
import { Countdown } from "./countdown";
import { toasts, type ShownToast } from "./store";

const looks = {
  success: { Icon: CircleCheck, color: "text-ok" },
  error: { Icon: CircleX, color: "text-bad" },
  warning: { Icon: TriangleAlert, color: "text-warn" },
  info: { Icon: Bell, color: "text-accent-text" },
  "rate-limit": { Icon: Timer, color: "text-warn" },
} as const;

export function ToastCard({ toast }: { toast: ShownToast }) {
  const { id, type, title, text, action, retryAtMs, isUndo } = toast;
  const { Icon, color } = looks[type];
  return (
    <div
      role={type === "error" ? "alert" : undefined}
      data-type={type}
      data-leaving={toast.isLeaving || undefined}
      onPointerEnter={(event) => event.pointerType === "mouse" && toasts.hold(id)}
      onPointerLeave={(event) => !event.currentTarget.contains(document.activeElement) && toasts.release(id)}
      onFocus={() => toasts.hold(id)}
      onBlur={() => toasts.release(id)}
      onKeyDown={(event) => event.key === "Escape" && toasts.close(id)}
      className={`toast pointer-events-auto relative grid gap-x-3 overflow-hidden rounded-lg border border-line bg-raised py-[0.8125rem] pr-2 pl-4 text-14 text-ink shadow-2 ${isUndo ? "grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center" : "grid-cols-[auto_minmax(0,1fr)_auto]"}`}
    >
      <Icon className={`${isUndo ? "" : "mt-px"} ${color}`} />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        {text !== undefined && <p className="text-13 text-ink-2">{text}</p>}
        {retryAtMs !== undefined && <Countdown untilMs={retryAtMs} />}
        {!isUndo && action !== undefined && (
          <button
            type="button"
            onClick={() => {
              action.onAct();
              toasts.close(id, true);
            }}
            className="mt-0.5 -mb-1.5 -ml-1 min-h-8 rounded-sm px-1 text-13 font-medium text-accent-text hover:underline pointer-coarse:min-h-11"
          >
            {action.label}
          </button>
        )}
      </div>
      {isUndo && action !== undefined && <UndoButton onUndo={action.onAct} />}
      <button
        type="button"
        aria-label="Close"
        onClick={() => toasts.close(id)}
        className={`grid size-7 place-items-center rounded-md text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:size-11 ${isUndo ? "" : "-mt-0.5 pointer-coarse:-mt-2"}`}
      >
        <X className="size-4" />
      </button>
      {isUndo && <span aria-hidden="true" className="undo-time" />}
    </div>
  );
}

function UndoButton({ onUndo }: { onUndo: () => void }) {
  const hasKey = useShortcutsOn();
  return (
    <Button
      size="sm"
      aria-keyshortcuts={hasKey ? "z" : undefined}
      onClick={({ currentTarget }) => {
        // It disappears, so a restored row can take the focus.
        currentTarget.blur();
        onUndo();
      }}
    >
      Undo
      {hasKey && (
        <Kbd aria-hidden="true" className="max-sm:hidden pointer-coarse:hidden">
          z
        </Kbd>
      )}
    </Button>
  );
}
