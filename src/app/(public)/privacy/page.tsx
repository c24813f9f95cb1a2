import type { Metadata } from "next";
import { PrivacyPolicy } from "@/features/legal/privacy";
import { readOperator } from "../operator";

export const metadata: Metadata = { title: "Privacy" };

export default async function PrivacyPage() {
  return <PrivacyPolicy operator={await readOperator()} />;
}
