import type { ReactNode } from "react";
import { Brand } from "@/ui/brand";
import { Menu } from "./menu";

/** Layout of all app screens: a sidebar (a top bar with a menu below 56rem) and the screen's content. */
export function Frame({
  theme,
  sidebar,
  children,
}: {
  theme: "system" | "light" | "dark";
  sidebar: ReactNode;
  children: ReactNode;
}) {
  return (
    <div data-account-theme={theme} className="min-h-dvh md:pl-64 print:pl-0">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <header className="frame-bar sticky top-0 z-(--z-sticky) flex items-center justify-between border-b border-line bg-canvas py-2 pr-2 pl-4 md:hidden print:hidden">
        <Brand href="/dashboard" />
        <Menu>{sidebar}</Menu>
      </header>
      <aside
        aria-label="Sidebar"
        className="fixed inset-y-0 left-0 z-(--z-sidebar) w-64 overflow-y-auto border-r border-line bg-canvas max-md:hidden print:hidden"
      >
        {sidebar}
      </aside>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto grid max-w-288 grid-cols-[minmax(0,1fr)] gap-5 px-4 pt-5 pb-12 outline-none md:gap-6 md:px-8 md:pt-8 md:pb-16"
      >
        {children}
      </main>
    </div>
  );
}
