import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

const looks = {
  neutral: { ground: "bg-sunken", icon: "", Icon: Info },
  ok: { ground: "bg-ok-soft", icon: "text-ok", Icon: CircleCheck },
  bad: { ground: "bg-bad-soft", icon: "text-bad", Icon: CircleAlert },
  warn: { ground: "bg-warn-soft", icon: "text-warn", Icon: TriangleAlert },
  accent: { ground: "bg-accent-soft", icon: "text-accent-text", Icon: Info },
} satisfies Record<string, { ground: string; icon: string; Icon: LucideIcon }>;

/** The live region must exist before its text: keep it mounted with null. Use `<b>` for bold words. */
export function Notice({
  look = "neutral",
  isAlert,
  icon,
  children,
}: {
  look?: keyof typeof looks;
  /** Announced immediately, interrupting other speech. Default for errors. */
  isAlert?: boolean;
  icon?: LucideIcon;
  children: ReactNode;
}) {
  const { ground, icon: iconColor, Icon: DefaultIcon } = looks[look];
  const Icon = icon ?? DefaultIcon;
  return (
    <div role={(isAlert ?? look === "bad") ? "alert" : "status"} className="empty:hidden">
      {children !== null && (
        <div
          className={`flex gap-3 rounded-md px-4 py-3 text-13 text-ink-2 forced-colors:border [&_b]:font-semibold [&_b]:text-ink ${ground}`}
        >
          <Icon className={`mt-px flex-none ${iconColor}`} />
          <div className="min-w-0 flex-1">{children}</div>
        </div>
      )}
    </div>
  );
}
