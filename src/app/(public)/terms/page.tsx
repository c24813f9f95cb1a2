import type { Metadata } from "next";
import { Terms } from "@/features/legal/terms";
import { readOperator } from "../operator";

export const metadata: Metadata = { title: "Terms" };

export default async function TermsPage() {
  return <Terms operator={await readOperator()} />;
}
