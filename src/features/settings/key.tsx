import type { KeyView } from "@/contract/api-key";
import { formatMoment } from "@/domain/time/moment";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";

export function Key({
  apiKey,
  timeZone,
  now,
  onRevoke,
}: {
  apiKey: KeyView;
  timeZone: string;
  now: Date;
  onRevoke: () => void;
}) {
  const { label, lastFour, scope, createdAt, lastUsedAt, expiresAt } = apiKey;
  const at = (moment: string) => formatMoment(new Date(moment), now, timeZone);
  const isOver = expiresAt !== null && new Date(expiresAt) <= now;
  const used = lastUsedAt === null ? "never used" : `last used ${at(lastUsedAt)}`;
  const ends = expiresAt === null ? "never expires" : `${isOver ? "expired" : "expires"} ${at(expiresAt)}`;
  return (
    <div role="group" aria-label={label} className="flex items-center gap-4 p-4 sm:px-5">
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {label}{" "}
          <Badge look={scope === "write" ? "accent" : "neutral"}>
            {scope === "write" ? "Write" : "Read"}
          </Badge>
          {isOver && <Badge look="bad">Expired</Badge>}
        </p>
        <p className="text-13 text-ink-3">
          <span className="font-mono">esk_…{lastFour}</span> · created {at(createdAt)}, {used}, {ends}
        </p>
      </div>
      <Button size="sm" look="ghost" onClick={onRevoke}>
        {isOver ? "Remove" : "Revoke"}
        <span className="sr-only"> {label}</span>
      </Button>
    </div>
  );
}
