import Link from "next/link";
import type { Route } from "next";
import { brandLook, Mark } from "./mark";

export function Brand({ href, className = "" }: { href: Route; className?: string }) {
  return (
    <Link href={href} className={`${brandLook} ${className}`}>
      <Mark />
      Earshot
    </Link>
  );
}
