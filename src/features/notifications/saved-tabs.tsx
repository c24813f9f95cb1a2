import Link from "next/link";
import { useEffect, useRef } from "react";
import { useSavedViews } from "./use-saved-views";

/** Saved views next to the tabs. Views that need Pro filters are only in the Views menu. */
export function SavedTabs() {
  const views = useSavedViews().views?.filter(({ isUsable }) => isUsable) ?? [];
  const ref = useRef<HTMLElement>(null);
  const shown = views.find(({ isShown }) => isShown)?.href;
  useEffect(() => {
    const current = ref.current?.querySelector("[aria-current]");
    current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [shown]);
  if (views.length === 0) return null;
  return (
    <nav ref={ref} aria-label="Saved views" className="saved-tabs">
      {views.map(({ saved, href, isShown, open }) => (
        <Link
          key={saved._id}
          href={href}
          prefetch={false}
          aria-current={isShown ? "page" : undefined}
          onNavigate={(event) => {
            event.preventDefault();
            open();
          }}
        >
          {saved.name}
        </Link>
      ))}
    </nav>
  );
}
