import type { ReactNode } from "react";
import { Badge } from "@/ui/badge";
import { Brand } from "@/ui/brand";
import { ThemeToggle } from "@/ui/theme-toggle";
import { Nav } from "./nav";

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  isPro: boolean;
}

export function Sidebar({
  person,
  unread,
  listening,
  signOut,
  hasBilling,
}: {
  person: Person;
  unread: ReactNode;
  listening: ReactNode;
  signOut: ReactNode;
  hasBilling: boolean;
}) {
  const name = `${person.firstName} ${person.lastName}`;
  return (
    <div className="flex min-h-full flex-col px-3 pt-5 pb-3">
      <Brand href="/dashboard" className="mb-6 self-start px-3" />
      <Nav unread={unread} hasBilling={hasBilling} />
      <div className="mx-1 mt-auto pt-6 pb-4">{listening}</div>
      <div className="flex items-center gap-3 border-t border-line px-2 pt-3">
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-1.5 leading-[1.3] font-semibold">
            <span className="truncate" dir="auto" title={name}>
              {name}
            </span>
            {person.isPro && <Badge look="accent">Pro</Badge>}
          </p>
          <p className="truncate text-12 text-ink-3" title={person.email}>
            {person.email}
          </p>
        </div>
        <ThemeToggle className="-mr-1" />
      </div>
      <div className="flex pt-2">{signOut}</div>
    </div>
  );
}
