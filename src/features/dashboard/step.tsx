import { Check } from "lucide-react";
import type { ReactNode } from "react";

export type StepState = "done" | "now" | "later";

const circles = {
  done: "bg-ok-soft text-ok",
  now: "bg-accent text-on-accent",
  later: "bg-surface text-ink-3 inset-ring-[1.5px] inset-ring-line-strong",
};

export function Step({
  number,
  state,
  title,
  text,
  children,
}: {
  number: number;
  state: StepState;
  title: string;
  text?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="group/step relative grid grid-cols-[2.25rem_minmax(0,1fr)] px-4 pt-4 pb-5 sm:grid-cols-[2.75rem_minmax(0,1fr)] sm:px-5">
      <span
        aria-hidden="true"
        className={`absolute top-0 bottom-0 left-[calc(1rem+.8125rem)] w-0.5 group-first/step:top-6 group-last/step:bottom-auto group-last/step:h-6 sm:left-[calc(1.25rem+.8125rem)] ${state === "done" ? "bg-ok-line" : "bg-line"}`}
      />
      <span
        aria-hidden="true"
        className={`relative grid size-7 place-items-center rounded-full text-13 font-semibold ${circles[state]}`}
      >
        {state === "done" ? <Check className="size-4" /> : number}
      </span>
      <div className="min-w-0">
        <h2
          aria-current={state === "now" ? "step" : undefined}
          className={`text-16 leading-7! ${state === "later" ? "font-medium text-ink-2" : ""}`}
        >
          <span className="sr-only">
            Step {number}
            {state === "done" ? ", done" : ""}:{" "}
          </span>
          {title}
        </h2>
        {text !== undefined && <p className="text-ink-2">{text}</p>}
      </div>
      {children && (
        <div className="relative mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 bg-surface max-sm:col-span-2 sm:col-start-2">
          {children}
        </div>
      )}
    </div>
  );
}
