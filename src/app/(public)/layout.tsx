import type { ReactNode } from "react";
import { SiteFooter } from "@/features/landing/site-footer";
import { SiteHeader } from "@/features/landing/site-header";
import { readOperator } from "./operator";

export default async function PublicLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <SiteHeader />
      {children}
      <SiteFooter operator={await readOperator()} />
    </>
  );
}
