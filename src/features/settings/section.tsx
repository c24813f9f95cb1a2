import { Check } from "lucide-react";
import { useId, type ReactNode } from "react";
import { Card } from "@/ui/card";

export const sections = [
  ["notifications", "Notification Preferences"],
  ["channels", "Channels"],
  ["quiet", "Quiet hours and digests"],
  ["display", "Display Settings"],
  ["account", "Account Information"],
  ["sign-in", "Sign-in"],
  ["devices", "Signed-in Devices"],
  ["keys", "API keys"],
  ["data", "Data & Privacy"],
] as const;

export function Section({
  id,
  text,
  action,
  isAutomatic = false,
  children,
}: {
  id: (typeof sections)[number][0];
  text: string;
  action?: ReactNode;
  /** Changes are saved without the save bar. */
  isAutomatic?: boolean;
  children: ReactNode;
}) {
  const headingId = useId();
  const title = sections.find(([one]) => one === id)![1];
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className="grid scroll-mt-20 grid-cols-[minmax(0,1fr)] gap-3 md:scroll-mt-6"
    >
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id={headingId} className="text-16">
            {title}
          </h2>
          <p className="text-13 text-ink-2">{text}</p>
        </div>
        {isAutomatic && <SavedAutomatically />}
        {action}
      </div>
      <Card className="divide-y divide-line">{children}</Card>
    </section>
  );
}

export function SavedAutomatically() {
  return (
    <span className="inline-flex items-center gap-1 text-12 whitespace-nowrap text-ink-3">
      <Check className="size-3.5" />
      Saved automatically
    </span>
  );
}
