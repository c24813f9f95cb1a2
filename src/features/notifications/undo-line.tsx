import { Button } from "@/ui/button";

/** Replaces a deleted row while the deletion can be undone. Takes the focus that the delete button had. */
export function UndoLine({ children, onUndo }: { children: string; onUndo: () => void }) {
  return (
    <p className="flex items-center justify-between gap-4 px-4 py-3 text-13 text-ink-2 sm:px-5">
      <span role="status" className="min-w-0">
        {children}
      </span>
      <Button size="sm" autoFocus onClick={onUndo}>
        Undo
      </Button>
    </p>
  );
}
