import { ChevronRight } from "lucide-react";
import { useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { useFormState } from "react-hook-form";
import type { WatchFormControl } from "./filter-fields";

/** Hides everything but the keyword and its places at first. Opens if a field has an error. */
export function NarrowDown({
  form,
  isOpenAtFirst,
  children,
}: {
  form: WatchFormControl;
  isOpenAtFirst: boolean;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const { errors, submitCount } = useFormState({ control: form.control });
  const details = useRef<HTMLDetailsElement>(null);
  const hasError = (["filters", "tags", "notes"] as const).some((name) => errors[name] !== undefined);
  // Also if the user closed it after an earlier attempt. Before the form moves the focus to the field.
  useLayoutEffect(() => {
    if (hasError) details.current!.open = true;
  }, [hasError, submitCount]);
  return (
    <details
      ref={details}
      className="group/narrow"
      open={isOpen}
      onToggle={({ currentTarget, target }) => target === currentTarget && setOpen(currentTarget.open)}
    >
      <summary className="flex w-fit cursor-pointer list-none items-center gap-2 pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-4 flex-none text-ink-3 transition-[rotate] duration-200 ease-std group-open/narrow:rotate-90" />
        <span className="font-medium text-accent-text">Narrow it down</span>
        <span className="text-13 text-ink-3 group-open/narrow:hidden">Words, authors, alerts</span>
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 pt-4">{children}</div>
    </details>
  );
}
