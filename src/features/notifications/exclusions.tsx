import Link from "next/link";
import { useEffect, useState } from "react";
import { useSWRConfig } from "swr";
import type { NotRelevantResponse } from "@/contract/not-relevant";
import type { NotificationView } from "@/contract/notification";
import { isKeyOf } from "@/browser/swr-keys";
import { Button } from "@/ui/button";
import { Popover } from "@/ui/popover";
import { Skeleton } from "@/ui/skeleton";
import { Spinner } from "@/ui/spinner";
import { toast } from "@/ui/toast/store";
import { call } from "./call";
import { getMessage, Refused, showErrorToast } from "./failure";
import { replaceExpression } from "./replace-expression";
import type { Also } from "./run";
import { useScreen } from "./screen-context";
import type { PopoverProps } from "./use-popover";

type Suggestion = NotRelevantResponse["suggestions"][number];

/** Each with the posts it would have hidden. Default export for lazy loading. */
export default function Exclusions({
  anchor,
  notification,
  onClose,
}: PopoverProps & { notification: NotificationView }) {
  const { actions } = useScreen();
  const [found, setFound] = useState<NotRelevantResponse>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    call("suggestExclusions", { params: { id: notification._id } }).then(setFound, setError);
  }, [notification._id]);
  const [chosen, setChosen] = useState<Suggestion | null>(null);
  const { mutate } = useSWRConfig();
  const { watchId, matchedKeyword } = notification;

  const replace = async (before: string | null, after: string | null, failure: string) => {
    try {
      const isReplaced = await replaceExpression(watchId, { before, after });
      const text = `Your watch for “${matchedKeyword}” was changed in the meantime.`;
      if (!isReplaced) toast({ type: "error", title: failure, text });
      void mutate((key) => isKeyOf(key, "listWatches", "getWatch"));
      return isReplaced;
    } catch (error) {
      showErrorToast(failure, error);
      return null;
    }
  };
  const archive = (also?: Also) => {
    actions.mark([notification], "archived", also);
    onClose();
  };
  const leaveOut = async (suggestion: Suggestion, before: string | null) => {
    setChosen(suggestion);
    const isReplaced = await replace(before, suggestion.expression, "Failed to update the watch");
    if (isReplaced === null) return setChosen(null);
    // The other suggestions are outdated, too.
    if (!isReplaced) return onClose();
    archive({
      title: `${nameOf(suggestion)} from now on`,
      text: `Your watch for “${matchedKeyword}” now excludes this.`,
      undo: () => void replace(suggestion.expression, before, "Failed to undo"),
    });
  };

  const first = found?.suggestions[0];
  return (
    <Popover
      anchor={anchor}
      title="Hide posts like this?"
      description={
        first !== undefined && (
          <>
            Based on your last {first.of} matches for <b className="font-semibold">{matchedKeyword}</b>.
          </>
        )
      }
      onClose={onClose}
    >
      <ItemStatus count={found?.suggestions.length} error={error} />
      <ul className="grid gap-2 px-3 pb-1">
        {found?.suggestions.map((one) => (
          <li key={one.expression}>
            <button
              type="button"
              aria-busy={chosen === one || undefined}
              className="grid w-full gap-0.5 rounded-md border border-line-strong bg-surface px-3 py-2 text-left hover:bg-accent-soft focus-visible:bg-accent-soft aria-busy:cursor-progress pointer-coarse:min-h-11"
              onClick={() => {
                if (chosen === null) void leaveOut(one, found.expression);
              }}
            >
              <span className="flex items-center gap-2 font-semibold wrap-anywhere">
                {nameOf(one)}
                {chosen === one && <Spinner />}
              </span>
              <span className="text-13 text-ink-2">{proofOf(one)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="mt-1.5 flex items-center justify-between gap-3 border-t border-line pt-2 pr-1 pl-3 text-13 text-ink-3">
        You can undo this.
        <Button look="ghost" size="sm" onClick={() => archive()}>
          Just this one
        </Button>
      </p>
    </Popover>
  );
}

function ItemStatus({ count, error }: { count: number | undefined; error: unknown }) {
  if (error === undefined && count === undefined) {
    return (
      <div role="status" aria-label="Counting" className="grid gap-2.5 px-3 py-2">
        <Skeleton className="w-2/5" />
        <Skeleton className="w-4/5" />
        <Skeleton className="w-2/5" />
        <Skeleton className="w-4/5" />
      </div>
    );
  }
  if (count !== undefined && count > 0) return null;
  const isPro = error instanceof Error && "code" in error && error.code === "PRO_REQUIRED";
  return (
    <p role={error === undefined || isPro ? "status" : "alert"} className="px-3 pb-2 text-13 text-ink-2">
      {isPro ? (
        <>
          Excluding words, authors and places is a Pro feature.{" "}
          <Link href="/subscription">Upgrade to Pro</Link>
        </>
      ) : error instanceof Refused ? (
        "Please try again in a moment."
      ) : error === undefined ? (
        "We couldn't find anything that sets this apart from the matches you want."
      ) : (
        getMessage(error)
      )}
    </p>
  );
}

function nameOf({ kind, text }: Suggestion): string {
  if (kind === "words") return `Without “${text}”`;
  return kind === "author" ? `Not from ${text}` : `Not in ${text}`;
}

function proofOf({ hides, of, openedAmongHidden: opened }: Suggestion): string {
  const hidden = `Hides ${hides} of the last ${of}`;
  if (opened > 0) return `${hidden}; you opened ${hides === 1 ? "it" : `${opened} of them`}`;
  return `${hidden}; you didn't open ${hides === 1 ? "it" : "any"}`;
}
