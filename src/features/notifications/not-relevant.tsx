import { ThumbsDown } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import type { NotificationView } from "@/contract/notification";
import { IconButton } from "@/ui/icon-button";
import type { Also } from "./run";

const Exclusions = lazy(() => import("./exclusions"));

export function NotRelevant({
  notification,
  onArchive,
}: {
  notification: NotificationView;
  onArchive: (also?: Also) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const ref = useRef<HTMLButtonElement>(null);
  return (
    <>
      <IconButton
        ref={ref}
        label="Not relevant"
        data-act="not-relevant"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <ThumbsDown className="size-4" />
      </IconButton>
      {isOpen && (
        <Suspense>
          <Exclusions
            anchor={ref}
            notification={notification}
            onArchive={onArchive}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
