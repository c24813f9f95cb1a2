import type { ReactNode } from "react";
import { SiteFooter } from "@/features/landing/site-footer";
import { SiteHeader } from "@/features/landing/site-header";
import { findUser } from "@/server/http/page-session";
import { readOperator } from "./operator";

export default async function PublicLayout({ children }: { children: ReactNode }) {
  const operator = await readOperator();
  const isSignedIn = (await findUser()) !== null;
  return (
    <>
      <SiteHeader isOpen={operator.isOpen} hasBilling={operator.hasBilling} isSignedIn={isSignedIn} />
      {children}
      <SiteFooter operator={operator} isSignedIn={isSignedIn} />
    </>
  );
}
