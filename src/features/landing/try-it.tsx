"use client";

import { Search } from "lucide-react";
import { useRef, useState } from "react";
import type { PublicPreviewResponse } from "@/contract/preview";
import { readTwice } from "@/browser/read-twice";
import { counted, formatCount } from "@/domain/text/counted";
import { Button } from "@/ui/button";
import { ButtonLink } from "@/ui/button-link";
import { Field } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { wide } from "./measures";
import { TryItResult, TryItSkeleton } from "./try-it-result";
import type { ShownSite } from "./sample";

interface Found {
  keyword: string;
  preview: PublicPreviewResponse;
}

/** The name is carried into registration. Without scripts, the form opens registration directly. */
export function TryIt({
  isOpen,
  hasBilling,
  sites,
}: {
  isOpen: boolean;
  hasBilling: boolean;
  sites: readonly ShownSite[];
}) {
  const [text, setText] = useState("");
  const [found, setFound] = useState<Found | null>(null);
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const wayIn = isOpen ? "/register" : "/login";
  const field = useRef<HTMLInputElement>(null);
  const clearErrors = () => {
    setError(undefined);
    setFailure(null);
  };
  const refuse = (problem: string) => {
    setError(problem);
    field.current?.focus();
  };
  const search = async () => {
    const keyword = text.trim();
    clearErrors();
    if (keyword === "") return refuse("Enter a name or a URL.");
    setPending(true);
    try {
      setFound({ keyword, preview: await previewOf(keyword) });
    } catch (cause) {
      if (cause instanceof Refused) refuse(cause.message);
      else if (cause instanceof Limited) setFailure("You've searched a lot. Try again in a minute.");
      else setFailure("We couldn't search right now. Please try again.");
    }
    setPending(false);
  };
  return (
    <section id="try" aria-labelledby="try-heading" className={`${wide} scroll-mt-16 pb-8 sm:pb-16`}>
      <div className="grid rounded-xl border border-line bg-surface lg:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)]">
        <div className="grid content-center gap-4 p-5 sm:p-8">
          <h2 id="try-heading" className="text-24 tracking-[-.02em]">
            See what it would have caught
          </h2>
          <p className="text-ink-2">
            Your name, your product or your website. We&apos;ll search the last two days.
          </p>
          <form
            action={wayIn}
            noValidate
            className="grid items-start gap-2 sm:grid-cols-[minmax(0,1fr)_auto] [&_input]:min-h-11.5 [&_input]:rounded-[0.625rem] [&_input]:text-16"
            onSubmit={(event) => {
              event.preventDefault();
              if (!isPending) void search();
            }}
          >
            <Field
              ref={field}
              name="keyword"
              label="Name or URL"
              isLabelHidden
              placeholder="Name or URL"
              start={<Search className="size-4.5" />}
              value={text}
              maxLength={100}
              onChange={(event) => {
                setText(event.target.value);
                clearErrors();
              }}
              error={error}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="search"
              dir="auto"
            />
            <Button type="submit" size="lg" isPending={isPending}>
              Show matches
            </Button>
          </form>
          <Notice look="bad">{failure}</Notice>
          <p role="status" className="flex min-h-8 flex-wrap items-baseline gap-x-2 text-14 text-ink-2">
            {found === null ? (
              <span className="text-ink-3">No account needed.</span>
            ) : (
              <Count {...found.preview} />
            )}
          </p>
        </div>
        <div className="grid min-h-76 content-center gap-5 rounded-b-xl border-line bg-canvas p-5 max-lg:border-t sm:p-8 lg:rounded-l-none lg:rounded-r-xl lg:border-l">
          {found === null ? (
            <TryItSkeleton />
          ) : (
            <TryItResult
              {...found}
              sites={sites}
              onward={<Onward {...found} wayIn={wayIn} isOpen={isOpen} hasBilling={hasBilling} />}
            />
          )}
        </div>
      </div>
    </section>
  );
}

function Onward({
  keyword,
  preview: { count },
  wayIn,
  isOpen,
  hasBilling,
}: Found & { wayIn: "/register" | "/login"; isOpen: boolean; hasBilling: boolean }) {
  return (
    <div
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 text-14 ${count === 0 ? "justify-center" : ""}`}
    >
      <ButtonLink
        href={`${wayIn}?keyword=${encodeURIComponent(keyword)}`}
        prefetch={false}
        look="primary"
        className="max-sm:w-full max-sm:whitespace-normal"
      >
        {isOpen ? `Create ${hasBilling ? "free " : ""}account to keep watching` : "Sign in to keep watching"}
      </ButtonLink>
      {isOpen && (
        <span className="min-w-0 text-13 text-ink-3 wrap-anywhere">
          We&apos;ll carry “<bdi>{keyword}</bdi>” over.
        </span>
      )}
    </div>
  );
}

function Count({ count, isAbout, isPartial, sites }: PublicPreviewResponse) {
  return (
    <>
      <b className="text-30 leading-none font-semibold tracking-[-.03em] text-ink">
        {isAbout && "about "}
        {formatCount(count)}
        {isPartial && "+"}
      </b>
      <span>
        {count === 1 ? "match" : "matches"} in the last two days
        {count > 0 && ` on ${counted(sites.length, "site")}`}
      </span>
    </>
  );
}

/** The server refused the keyword. */
class Refused extends Error {}
class Limited extends Error {}

/** Loads the API client with the first search, because it would double this page's scripts. */
async function previewOf(keyword: string): Promise<PublicPreviewResponse> {
  const [{ api }, { AppError }, { isRateLimited }] = await Promise.all([
    import("@/browser/api"),
    import("@/contract/errors"),
    import("@/browser/rate-limit"),
  ]);
  try {
    const response = await readTwice(() => api.call("previewKeyword", { body: { keyword } }));
    if (isRateLimited(response)) throw new Limited();
    return response;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) throw new Refused(error.message);
    throw error;
  }
}
