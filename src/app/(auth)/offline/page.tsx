import type { Metadata } from "next";
import { OfflineScreen } from "@/features/frame/offline-screen";

export const metadata: Metadata = { title: "Offline", robots: { index: false } };

export default function OfflinePage() {
  return <OfflineScreen />;
}
