import { CircleCheck, CircleX, MailCheck } from "lucide-react";
import type { ReactNode } from "react";

const signs = {
  ok: { Icon: CircleCheck, color: "text-ok" },
  bad: { Icon: CircleX, color: "text-bad" },
  mail: { Icon: MailCheck, color: "text-accent-text" },
} as const;

export function Outcome({
  look,
  title,
  text,
  children,
}: {
  look: keyof typeof signs;
  title: string;
  text: ReactNode;
  children?: ReactNode;
}) {
  const { Icon, color } = signs[look];
  return (
    <>
      <Icon aria-hidden="true" className={`mb-4 size-9 stroke-[1.75] ${color}`} />
      <h1 tabIndex={-1} className="text-30 tracking-[-.03em] outline-none">
        {title}
      </h1>
      <p className="mt-2 text-16 text-ink-2 wrap-anywhere">{text}</p>
      {children !== undefined && <div className="mt-6 flex flex-wrap gap-3">{children}</div>}
    </>
  );
}
