import type { ReactNode } from "react";
import { Card } from "./card";

/** One figure with its name above and one plain line below. */
export function StatCard({ label, value, sub }: { label: string; value: ReactNode; sub?: ReactNode }) {
  return (
    <Card className="px-4 pt-3 pb-4 sm:px-5 sm:pt-4 sm:pb-5">
      <h2 className="text-13 font-normal tracking-normal text-ink-2">{label}</h2>
      <p className="mt-1.5 mb-0.5 text-24 leading-[1.15] font-semibold tracking-[-0.03em] sm:text-30">
        {value}
      </p>
      {sub !== undefined && <p className="text-13 text-ink-3">{sub}</p>}
    </Card>
  );
}
