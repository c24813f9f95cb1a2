"use client";

import { Bell, CreditCard, Highlighter, LayoutDashboard, Settings } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";

const entries = [
  { href: "/dashboard", text: "Dashboard", Icon: LayoutDashboard, hasItemPages: false },
  { href: "/keywords", text: "Keywords", Icon: Highlighter, hasItemPages: true },
  { href: "/notifications", text: "Notifications", Icon: Bell, hasItemPages: true },
  { href: "/subscription", text: "Subscription", Icon: CreditCard, hasItemPages: false },
  { href: "/settings", text: "Settings", Icon: Settings, hasItemPages: false },
] as const;

export function Nav({ unread, hasBilling }: { unread: ReactNode; hasBilling: boolean }) {
  const path = usePathname();
  const shown = entries.filter(({ href }) => hasBilling || href !== "/subscription");
  return (
    <nav aria-label="Main" className="grid gap-0.5">
      {shown.map(({ href, text, Icon, hasItemPages }) => (
        <Link
          key={href}
          href={href}
          aria-current={
            path === href ? "page" : hasItemPages && path.startsWith(`${href}/`) ? "true" : undefined
          }
          className="flex min-h-9.5 items-center gap-3 rounded-md px-3 font-[500] text-ink-2 no-underline hover:bg-sunken hover:text-ink aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-accent-text pointer-coarse:min-h-11 forced-colors:aria-[current]:border"
        >
          <Icon />
          {text}
          {href === "/notifications" && unread}
        </Link>
      ))}
    </nav>
  );
}
