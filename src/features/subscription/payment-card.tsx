import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "@/ui/card";

export function PaymentCard({
  icon: Icon,
  look,
  title,
  children,
  actions,
  foot,
}: {
  icon: LucideIcon;
  look: "text-ok" | "text-accent-text" | "text-warn";
  title: string;
  children: ReactNode;
  actions: ReactNode;
  foot?: ReactNode;
}) {
  return (
    <Card aria-labelledby="payment" className="w-full max-w-136 justify-self-center">
      <div className="grid justify-items-start gap-1.5 p-5 sm:p-8">
        <Icon className={`mb-2 size-7 ${look}`} />
        <h1 id="payment" className="text-24 tracking-[-0.022em]">
          {title}
        </h1>
        <div className="grid gap-3 text-ink-2">{children}</div>
        <div className="mt-4 flex flex-wrap gap-2 max-sm:w-full max-sm:*:w-full">{actions}</div>
      </div>
      {foot !== undefined && (
        <div className="border-t border-line px-5 py-3 text-13 wrap-anywhere text-ink-3 sm:px-8">{foot}</div>
      )}
    </Card>
  );
}
