import { Search } from "lucide-react";
import Link from "next/link";
import { placeSearchTexts } from "@/domain/reading/site-texts";
import { Notice } from "@/ui/notice";

export function SearchHint() {
  return (
    <Notice icon={Search}>
      {placeSearchTexts.upgrade} <Link href="/subscription">Upgrade to Pro</Link>
    </Notice>
  );
}
