import Link from "next/link";
import { useEffect, useState } from "react";
import { useSWRConfig } from "swr";
import { api } from "@/contract/browser";
import type { NotRelevantResponse } from "@/contract/not-relevant";
import type { NotificationView } from "@/contract/notification";
import { isRateLimited } from "@/contract/rate-limit";
import { isKeyOf } from "@/contract/swr-keys";
import { Button } from "@/ui/button";
import { Popover } from "@/ui/popover";
import { Skeleton } from "@/ui/skeleton";
import { Spinner } from "@/ui/spinner";
import { call } from "./call";
import { getMessage, showErrorToast } from "./failure";
import type { Also } from "./run";
import { useScreen } from "./screen-context";
import type { PopoverProps } from "./use-popover";

type Suggestion = NotRelevantResponse["suggestions"][number];
type Found = NotRelevantResponse | { failure: string } | { isPro: true };

/** Each with the posts it would have hidden. Default export for lazy loading. */
export default function Exclusions({
  anchor,
  notification,
  onClose,
}: PopoverProps & { notification: NotificationView }) {
  const { actions } = useScreen();
  const found = useSuggestions(notification._id);
  const [chosen, setChosen] = useState<Suggestion | null>(null);
  const { mutate } = useSWRConfig();
  const { watchId, matchedKeyword } = notification;

  const watchFor = async (expression: string | null) => {
    await call("updateWatch", { params: { id: watchId }, body: { expression } });
    void mutate((key) => isKeyOf(key, "listWatches"));
  };
  const archive = (also?: Also) => {
    actions.mark([notification], "archived", also);
    onClose();
  };
  const leaveOut = async (suggestion: Suggestion, before: string | null) => {
    setChosen(suggestion);
    try {
      await watchFor(suggestion.expression);
      archive({
        title: `${nameOf(suggestion)} from now on`,
        text: `Your watch for “${matchedKeyword}” now excludes this.`,
        undo: () => void watchFor(before).catch((error) => showErrorToast("Failed to undo", error)),
      });
    } catch (error) {
      setChosen(null);
      showErrorToast("Failed to update the watch", error);
    }
  };

  const suggestions = found !== null && "suggestions" in found ? found.suggestions : [];
  const [first] = suggestions;
  return (
    <Popover
      anchor={anchor}
      title="Hide posts like this?"
      description={
        first !== undefined && (
          <>
            Based on your last {first.of} matches for <mark>{matchedKeyword}</mark>.
          </>
        )
      }
      onClose={onClose}
    >
      <ItemStatus found={found} />
      <ul className="grid gap-2 px-3 pb-1">
        {suggestions.map((one) => (
          <li key={one.expression}>
            <button
              type="button"
              aria-busy={chosen === one || undefined}
              className="grid w-full gap-0.5 rounded-md border border-line-strong bg-surface px-3 py-2 text-left hover:bg-accent-soft focus-visible:bg-accent-soft aria-busy:cursor-progress pointer-coarse:min-h-11"
              onClick={() => {
                if (chosen === null) void leaveOut(one, (found as NotRelevantResponse).expression);
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

function ItemStatus({ found }: { found: Found | null }) {
  if (found === null) {
    return (
      <div role="status" aria-label="Counting" className="grid gap-2.5 px-3 py-2">
        <Skeleton className="w-2/5" />
        <Skeleton className="w-4/5" />
        <Skeleton className="w-2/5" />
        <Skeleton className="w-4/5" />
      </div>
    );
  }
  const text = "px-3 pb-2 text-13 text-ink-2";
  if ("isPro" in found) {
    return (
      <p role="status" className={text}>
        Excluding words, authors and places is a Pro feature. <Link href="/subscription">Upgrade to Pro</Link>
      </p>
    );
  }
  if ("failure" in found) {
    return (
      <p role="alert" className={text}>
        {found.failure}
      </p>
    );
  }
  if (found.suggestions.length > 0) return null;
  return (
    <p role="status" className={text}>
      We couldn&apos;t find anything that sets this apart from the matches you want.
    </p>
  );
}

function useSuggestions(id: string): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    let isOver = false;
    const report = (what: Found) => {
      if (!isOver) setFound(what);
    };
    api.call("suggestExclusions", { params: { id } }).then(
      (response) => report(isRateLimited(response) ? { failure: "Please try again in a moment." } : response),
      (error: unknown) => {
        const isPro = error instanceof Error && "code" in error && error.code === "PRO_REQUIRED";
        report(isPro ? { isPro } : { failure: getMessage(error) });
      },
    );
    return () => {
      isOver = true;
    };
  }, [id]);
  return found;
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
