import type { Metadata } from "next";
import { RefundPolicy } from "@/features/legal/refund";
import { readOperator } from "../operator";

export const metadata: Metadata = { title: "Refund" };

export default async function RefundPage() {
  return <RefundPolicy operator={await readOperator()} />;
}
