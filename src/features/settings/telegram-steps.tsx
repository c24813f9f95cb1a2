import { Send } from "lucide-react";
import { Button } from "@/ui/button";
import { ExternalLink } from "@/ui/external-link";
import { Spinner } from "@/ui/spinner";
import { toast } from "@/ui/toast/store";
import { useSecondsLeft } from "@/ui/use-seconds-left";
import { useApiOnce } from "./use-api-once";

export function TelegramSteps({
  link,
  untilMs,
  isBusy,
  onRenew,
  onCancel,
}: {
  link: string;
  untilMs: number;
  isBusy: boolean;
  onRenew: () => void;
  onCancel: () => void;
}) {
  const isExpired = useSecondsLeft(untilMs) === 0;
  const { run } = useApiOnce();
  const url = new URL(link);
  const bot = url.pathname.split("/").at(-1);
  const command = `/start@${bot} ${url.searchParams.get("start")}`;
  const copy = (text: string, title: string) =>
    run(async () => {
      await navigator.clipboard.writeText(text);
      toast({ type: "success", title });
    }, "Couldn't copy. Select the text and copy it manually.");
  return (
    <div className="flex gap-4">
      <span className="grid size-8 flex-none place-items-center rounded-md bg-sunken text-ink-2">
        <Send className="size-4.5" aria-hidden />
      </span>
      <div className="grid min-w-0 flex-1 gap-3">
        <div>
          <p className="font-medium">Connect Telegram</p>
          <p className="text-13 text-ink-3">
            Alerts arrive as messages from our bot. It can&apos;t read your chats.
          </p>
        </div>
        <ol className="grid list-decimal gap-1.5 pl-5 wrap-anywhere">
          <li>
            Open the bot <b className="font-medium">@{bot}</b>
          </li>
          <li>
            {isExpired ? (
              <span role="status">The link has expired.</span>
            ) : (
              <span role="status" className="inline-flex items-center gap-2">
                <Spinner className="size-3.5" />
                Waiting for you to press Start in Telegram
              </span>
            )}
          </li>
          <li className="text-ink-3">We send a test message</li>
        </ol>
        {!isExpired && (
          <p className="text-13 text-ink-2 wrap-anywhere">
            For a group, add the bot and send:{" "}
            <code className="font-mono text-ink select-all">{command}</code>
          </p>
        )}
        <div className="flex flex-wrap items-center gap-2">
          {isExpired ? (
            <Button size="sm" isPending={isBusy} onClick={onRenew}>
              Get a New Link
            </Button>
          ) : (
            <>
              <ExternalLink href={link}>Open Telegram</ExternalLink>
              <Button size="sm" look="ghost" onClick={() => void copy(link, "Link copied")}>
                Copy Link
              </Button>
              <Button size="sm" look="ghost" onClick={() => void copy(command, "Group command copied")}>
                Copy Group Command
              </Button>
            </>
          )}
          <Button size="sm" look="ghost" disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
          {!isExpired && <span className="text-13 text-ink-3">The link expires in 10 minutes.</span>}
        </div>
      </div>
    </div>
  );
}
