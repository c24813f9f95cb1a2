import { X } from "lucide-react";
import Link from "next/link";
import { useLayoutEffect, useRef, useState, type RefObject } from "react";
import { formatCount } from "@/domain/text/counted";
import { IconButton } from "@/ui/icon-button";
import type { News } from "./follow-updates";

const controls =
  "a[href], button, input, select, textarea, summary, label, [role=button], [role=switch], [role=tab], [tabindex='0']";
const lookMs = 250;

/** The only announcement of new matches. Hides where it would cover a control, and behind dialogs. */
export function NewsPill({ news, onClose }: { news: News | null; onClose: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  const place = useFreePlace(ref, news !== null);
  return (
    <div role="region" aria-label="New matches">
      {/* Always rendered, so screen readers announce it. */}
      <p role="status" className="sr-only">
        {news !== null && getText(news)}
      </p>
      {news !== null && (
        <div ref={ref} className="news" data-place={place}>
          <span className="news-dot" aria-hidden="true" />
          <span className="news-said" aria-hidden="true">
            {news.total > 1 ? getText(news) : <One {...news} />}
          </span>
          <Link href={news.href} className="news-show" onClick={onClose}>
            Show
          </Link>
          <IconButton size="sm" hasTooltip={false} label="Dismiss" className="news-close" onClick={onClose}>
            <X className="size-4" />
          </IconButton>
        </div>
      )}
    </div>
  );
}

function One({ title }: News) {
  return (
    <>
      {title.text}
      <mark>{title.keyword}</mark>
    </>
  );
}

const getText = ({ total, title }: News) =>
  total > 1 ? `${formatCount(total)} new matches` : title.text + title.keyword;

type Place = "start" | "end" | "none";

/** The first place at the bottom of the window without a control underneath. */
function useFreePlace(ref: RefObject<HTMLElement | null>, isShown: boolean): Place {
  const [place, setPlace] = useState<Place>("none");
  useLayoutEffect(() => {
    if (!isShown) return;
    const look = () => {
      const pill = ref.current;
      if (pill !== null) setPlace(freePlace(pill));
    };
    look();
    const timer = setInterval(look, lookMs);
    document.addEventListener("scroll", look, { capture: true, passive: true });
    window.addEventListener("resize", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("scroll", look, { capture: true });
      window.removeEventListener("resize", look);
    };
  }, [ref, isShown]);
  return place;
}

function freePlace(pill: HTMLElement): Place {
  const boxes = [...document.querySelectorAll<HTMLElement>(controls)]
    .filter((control) => !pill.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height, bottom }) => width > 1 && height > 1 && bottom > 0);
  const before = pill.dataset.place;
  const found = (["start", "end"] as const).find((place) => {
    pill.dataset.place = place;
    const own = pill.getBoundingClientRect();
    return !boxes.some(
      ({ left, right, top, bottom }) =>
        left < own.right && right > own.left && top < own.bottom && bottom > own.top,
    );
  });
  pill.dataset.place = before;
  return found ?? "none";
}
