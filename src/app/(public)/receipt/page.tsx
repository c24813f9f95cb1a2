import type { Metadata } from "next";
import { connection } from "next/server";
import { VerifyScreen } from "@/features/receipt/verify-screen";

export const metadata: Metadata = { title: "Verify a receipt" };

export default async function ReceiptPage() {
  // Each response has its own Content-Security-Policy nonce.
  await connection();
  return <VerifyScreen />;
}
