import { useEffect, useRef, useState } from "react";
import { Select } from "@/ui/select";
import { sections } from "./section";

export function SectionList({ unsaved }: { unsaved: ReadonlySet<string> }) {
  const { current, choose } = useCurrentSection();
  return (
    <>
      <nav aria-label="Sections" className="sticky top-8 max-lg:hidden">
        <ul className="grid gap-0.5">
          {sections.map(([id, title]) => (
            <li key={id}>
              <a
                href={`#${id}`}
                onClick={() => choose(id)}
                aria-current={id === current ? "true" : undefined}
                className="flex min-h-8.5 items-center justify-between gap-2 rounded-md px-3 py-1 text-ink-2 no-underline hover:bg-sunken hover:text-ink aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent-text"
              >
                {title}
                {unsaved.has(id) && (
                  <>
                    <span aria-hidden="true" className="size-1.5 rounded-full bg-warn" />
                    <span className="sr-only">(unsaved changes)</span>
                  </>
                )}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="lg:hidden">
        <Select
          label="Go to section"
          isLabelHidden
          value={current}
          onChange={({ target }) => {
            choose(target.value);
            document.getElementById(target.value)?.scrollIntoView();
          }}
        >
          {sections.map(([id, title]) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      </div>
    </>
  );
}

/** Inputs that can scroll the page. */
const scrolling = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** The first visible section, or the chosen one until the user scrolls: the last ones never reach the top. */
function useCurrentSection() {
  const [current, setCurrent] = useState<string>(sections[0][0]);
  const isChosen = useRef(false);
  useEffect(() => {
    const seen = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) seen.add(target.id);
          else seen.delete(target.id);
        const first = sections.find(([id]) => seen.has(id));
        if (first !== undefined && !isChosen.current) setCurrent(first[0]);
      },
      // Ignores the previous section, whose end stays visible above a section that a link opened.
      { rootMargin: "-168px 0px -40% 0px" },
    );
    for (const [id] of sections) {
      const section = document.getElementById(id);
      if (section !== null) observer.observe(section);
    }
    const release = () => (isChosen.current = false);
    for (const type of scrolling) document.addEventListener(type, release, { passive: true });
    return () => {
      observer.disconnect();
      for (const type of scrolling) document.removeEventListener(type, release);
    };
  }, []);
  const choose = (id: string) => {
    isChosen.current = true;
    setCurrent(id);
  };
  return { current, choose };
}
