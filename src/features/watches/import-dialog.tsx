"use client";

import { FileUp } from "lucide-react";
import { useId, useRef, useState, type DragEvent } from "react";
import { api } from "@/browser/api";
import { AppError } from "@/contract/errors";
import { isRateLimited, type RateLimited } from "@/browser/rate-limit";
import { useLimitWait } from "@/browser/use-limit-wait";
import type { ImportResponse } from "@/contract/watch-import";
import { counted } from "@/domain/text/counted";
import type { ChosenPlace } from "@/contract/place-entry";
import type { Place } from "@/domain/reading/place";
import { decodedText, encodingText, importLimits } from "@/domain/text/imported-file";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Notice } from "@/ui/notice";
import { TextArea } from "@/ui/text-area";
import { WaitNotice } from "@/ui/wait-notice";
import { ImportPreview } from "./import-preview";
import { useInvalidPlaces } from "./use-invalid-places";
import { namedAs } from "./use-place-entries";
import { saveErrorText } from "./watch-texts";

const tooLarge = "The file is over 5 MB. Split it and try again.";

interface Chosen {
  name: string;
  text: string;
}

interface Sending {
  commit: boolean;
  skipPlaces?: readonly Place[];
  text?: string;
}

export function ImportDialog({
  isOpen,
  onAdded,
  onImported,
  onClose,
  onClosed,
}: {
  isOpen: boolean;
  onAdded: () => void;
  onImported: (ids: string[]) => void;
  onClose: () => void;
  onClosed: () => void;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState("");
  const [file, setFile] = useState<Chosen | null>(null);
  const [response, setResponse] = useState<ImportResponse | null>(null);
  const [skipped, setSkipped] = useState<readonly Place[]>([]);
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState<"preview" | "commit" | null>(null);
  /** Increases with each change: earlier previews are outdated. */
  const version = useRef(0);
  const { wait, meet } = useLimitWait();
  const waitId = useId();

  const change = (next: { typed?: string; file?: Chosen | null }) => {
    if (next.typed !== undefined) setTyped(next.typed);
    if (next.file !== undefined) setFile(next.file);
    version.current += 1;
    setPending((before) => (before === "commit" ? before : null));
    setResponse(null);
    setSkipped([]);
    setError(undefined);
  };
  const take = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    if (chosen.size > importLimits.bytes) return setError(tooLarge);
    const text = decodedText(new Uint8Array(await chosen.arrayBuffer()));
    if (text === null) return setError(encodingText);
    change({ file: { name: chosen.name, text } });
    void send({ commit: false, skipPlaces: [], text });
  };
  const invalid = useInvalidPlaces(response);
  const removePlaces = (places: readonly ChosenPlace[]) => {
    const all = [...skipped, ...places.map(namedAs)];
    setSkipped(all);
    void send({ commit: false, skipPlaces: all });
  };
  const receive = (found: ImportResponse | RateLimited, isCommit: boolean) => {
    if (isRateLimited(found)) return meet(found);
    if (!isCommit) return setResponse(found);
    onImported(found.ids ?? []);
    onAdded();
    onClose();
  };
  const fail = (error: unknown) => {
    setResponse(null);
    const isTooLarge = error instanceof AppError && error.code === "PAYLOAD_TOO_LARGE";
    setError(isTooLarge ? "The file is too large. Split it and try again." : saveErrorText(error));
  };
  const send = async ({ commit, skipPlaces, text: chosen }: Sending) => {
    const text = chosen ?? file?.text ?? typed;
    if (text.trim() === "") return setError("Paste a list of keywords, or choose a file.");
    version.current += 1;
    const own = version.current;
    const isCurrent = () => commit || own === version.current;
    setPending(commit ? "commit" : "preview");
    setError(undefined);
    const preview = commit ? response?.preview : undefined;
    const body = { text, commit, skipPlaces: [...(skipPlaces ?? skipped)], preview };
    await api
      .call("importWatches", { body })
      .then((found) => isCurrent() && receive(found, commit))
      .catch((error: unknown) => isCurrent() && fail(error));
    if (isCurrent()) setPending(null);
  };
  const count = response?.watches.length ?? 0;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      onClosed={onClosed}
      title="Import keywords"
      initialFocus={field}
      message={
        <>
          {response !== null && <p className="text-13 text-ink-2">Duplicate lines are added once.</p>}
          <WaitNotice id={waitId} wait={wait} />
        </>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            isPending={pending !== null}
            describedBy={wait === null ? undefined : waitId}
            onClick={() => void send({ commit: count > 0 })}
          >
            {count > 0 ? `Add ${counted(count, "Keyword")}` : "Preview"}
          </Button>
        </>
      }
    >
      <div
        className="grid gap-4"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event: DragEvent) => {
          event.preventDefault();
          void take(event.dataTransfer.files[0]);
        }}
      >
        {file === null ? (
          <TextArea
            ref={field}
            label="Keywords"
            rows={6}
            value={typed}
            placeholder={"acme\nproject management"}
            error={error}
            hint="One per line, or paste the contents of a CSV or OPML file. Google Alerts queries work too."
            onChange={(event) => change({ typed: event.target.value })}
          />
        ) : (
          <>
            <p className="flex flex-wrap items-center justify-between gap-3">
              <b className="min-w-0 font-semibold wrap-anywhere">{file.name}</b>
              <Button size="sm" onClick={() => change({ file: null })}>
                Remove file
              </Button>
            </p>
            <Notice look="bad">{error ?? null}</Notice>
          </>
        )}
        <FileField onChoose={(chosen) => void take(chosen)} />
      </div>
      <div role="status" className="mt-5 grid gap-5 empty:hidden">
        {response !== null && (
          <ImportPreview response={response} invalid={invalid} onRemovePlaces={removePlaces} />
        )}
      </div>
    </Dialog>
  );
}

function FileField({ onChoose }: { onChoose: (file: File | undefined) => void }) {
  return (
    <label className="relative flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-md border border-dashed border-line-strong px-4 py-3 text-13 text-ink-2 hover:border-ink-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <FileUp className="size-4 flex-none" />
      Choose a file or drop it here
      <input
        type="file"
        accept=".csv,.tsv,.txt,.opml,.xml,text/*"
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={(event) => {
          onChoose(event.target.files?.[0]);
          // Allow choosing the same file again after it was fixed.
          event.target.value = "";
        }}
      />
    </label>
  );
}
