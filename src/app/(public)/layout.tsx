import type { ReactNode } from "react";
import { SiteFooter } from "@/features/landing/site-footer";
import { SiteHeader } from "@/features/landing/site-header";
import { readOperator } from "./operator";

export default async function PublicLayout({ children }: { children: ReactNode }) {
  const operator = await readOperator();
  return (
    <>
      <SiteHeader isOpen={operator.isOpen} hasBilling={operator.hasBilling} />
      {children}
      <SiteFooter operator={operator} />
    </>
  );
}
