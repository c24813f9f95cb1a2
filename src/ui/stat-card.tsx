import type { Route } from "next";
import Link from "next/link";
import { useId, type ReactNode } from "react";
import { Card } from "./card";

export function StatCard({
  label,
  value,
  sub,
  href,
}: {
  label: string;
  value: ReactNode;
  sub?: ReactNode;
  href?: Route;
}) {
  const id = useId();
  return (
    <Card className="group/stat relative px-4 pt-3 pb-4 sm:px-5 sm:pt-4 sm:pb-5">
      <h2 id={id} className="text-13 font-normal tracking-normal text-ink-2">
        {label}
      </h2>
      <p className="mt-1.5 mb-0.5 text-24 leading-[1.15] font-semibold tracking-[-0.03em] sm:text-30">
        {href === undefined ? (
          value
        ) : (
          <Link
            href={href}
            prefetch={false}
            aria-describedby={id}
            className="text-ink no-underline group-hover/stat:underline after:absolute after:inset-0 after:rounded-lg"
          >
            {value}
          </Link>
        )}
      </p>
      {sub !== undefined && <p className="text-13 text-ink-3">{sub}</p>}
    </Card>
  );
}
