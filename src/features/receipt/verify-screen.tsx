"use client";

import { ChevronLeft, CircleX, Printer, ShieldCheck, Upload } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useId, useState } from "react";
import type { Receipt } from "@/contract/receipt";
import { getShownReceipt } from "@/browser/shown-receipt";
import { watchPath } from "@/domain/route-table";
import { Button } from "@/ui/button";
import { QuietLink } from "@/ui/quiet-link";
import { TextArea } from "@/ui/text-area";
import { verifyReceipt, type Verdict } from "./verify-receipt";

const ReceiptSheet = dynamic(() => import("./receipt-sheet"));

const keyPath = "/.well-known/earshot-receipt-key.json";
const maxBytes = 5_000_000;

const texts: Record<Verdict["outcome"], [title: string, text: string]> = {
  valid: ["Valid", "Issued by this server and not changed since."],
  changed: [
    "Changed after it was issued",
    "The signature doesn't match the contents. Don't rely on this receipt.",
  ],
  foreign: [
    "Signed with another key",
    "This server's key didn't sign it. Verify it on the server named below.",
  ],
  unsigned: ["Unsigned", "The server that issued this receipt has no key, so it can't be verified."],
  malformed: [
    "Not a receipt",
    "The contents aren't a receipt as it was issued. Use the file exactly as you downloaded it.",
  ],
  unsupported: [
    "This browser can't verify Ed25519 signatures",
    "Update the browser, or use the script in the documentation.",
  ],
  "no-key": ["No key to verify with", "This server publishes no receipt key."],
  "not-loaded": ["Failed to load this server's key", "Check your connection and try again."],
};

async function getVerdict(text: string): Promise<Verdict> {
  const response = await fetch(keyPath).catch(() => null);
  const key: unknown = response?.ok ? await response.json().catch(() => null) : null;
  return verifyReceipt(text, key);
}

/** Verifies a pasted, dropped or chosen receipt. The file stays in the browser. */
export function VerifyScreen() {
  const inputId = useId();
  const [text, setText] = useState("");
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  /** The watch whose page passed the receipt. */
  const [origin, setOrigin] = useState<Receipt["watch"] | null>(null);
  const verify = async (pasted: string) => {
    setText(pasted);
    setVerdict(null);
    if (pasted.trim() === "") return;
    setVerdict(await getVerdict(pasted));
  };
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > maxBytes) setVerdict({ outcome: "malformed" });
    else await verify(await file.text());
  };
  // The watch page passes a receipt.
  useEffect(() => {
    const shown = getShownReceipt();
    if (shown === null) return;
    const passed = JSON.stringify(shown);
    void getVerdict(passed).then((given) => {
      setOrigin(shown.receipt.watch);
      setText(passed);
      setVerdict(given);
    });
  }, []);
  return (
    <main
      id="main"
      className="mx-auto grid w-full max-w-[52rem] grid-cols-[minmax(0,1fr)] gap-6 px-4 pt-12 pb-24 print:max-w-none print:p-0"
    >
      <div className="print:hidden">
        {origin !== null && (
          <QuietLink href={{ pathname: watchPath(origin.id) }} className="mb-2">
            <ChevronLeft className="size-4 flex-none" />
            <bdi className="min-w-0 wrap-anywhere">{origin.keyword}</bdi>
          </QuietLink>
        )}
        <h1 className="text-30">Verify a receipt</h1>
        <p className="mt-2 text-ink-2">
          Check that a receipt came from this server and hasn&apos;t been changed.
        </p>
      </div>
      {verdict !== null && (
        <Result
          verdict={verdict}
          onAgain={() => {
            setVerdict(null);
            setText("");
          }}
        />
      )}
      {verdict === null && (
        <div
          className="grid justify-items-center gap-2 rounded-lg border border-dashed border-line-strong bg-surface px-6 py-12 text-center"
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            void read(event.dataTransfer.files[0]);
          }}
        >
          <Upload className="size-7 text-accent-text" aria-hidden="true" />
          <b className="text-16 font-semibold">Drop a receipt here</b>
          <p id={inputId} className="text-ink-2">
            The JSON file you downloaded. It stays in your browser.
          </p>
          <label className="relative mt-2 inline-flex min-h-9 cursor-pointer items-center rounded-md bg-accent px-4 font-medium text-on-accent hover:bg-accent-hover has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent pointer-coarse:min-h-11">
            Choose file
            <input
              type="file"
              accept="application/json,.json"
              aria-describedby={inputId}
              className="absolute inset-0 cursor-pointer opacity-0"
              onChange={(event) => void read(event.target.files?.[0])}
            />
          </label>
        </div>
      )}
      {/* If it isn't a receipt, the pasted text can be corrected. */}
      {(verdict === null || !("receipt" in verdict)) && (
        <PasteForm text={text} onChange={setText} onVerify={() => void verify(text)} />
      )}
    </main>
  );
}

function PasteForm({
  text,
  onChange,
  onVerify,
}: {
  text: string;
  onChange: (text: string) => void;
  onVerify: () => void;
}) {
  return (
    <form
      className="grid justify-items-start gap-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        onVerify();
      }}
    >
      <div className="w-full">
        <TextArea
          label="Or paste it"
          rows={6}
          spellCheck={false}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <Button type="submit">Verify</Button>
    </form>
  );
}

function Result({ verdict, onAgain }: { verdict: Verdict; onAgain: () => void }) {
  const [title, text] = texts[verdict.outcome];
  const isValid = verdict.outcome === "valid";
  const Sign = isValid ? ShieldCheck : CircleX;
  const colors = isValid ? "border-ok-line bg-ok-soft" : "border-bad-line bg-bad-soft";
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div
        role={isValid ? "status" : "alert"}
        className={`flex flex-wrap items-center gap-4 rounded-lg border px-5 py-4 sm:px-6 ${colors}`}
      >
        <Sign
          className={`size-8 flex-none ${isValid ? "text-ok" : "text-bad"}`}
          strokeWidth={1.5}
          aria-hidden="true"
        />
        <div className="min-w-48 flex-1">
          <h2 className="text-20">{title}</h2>
          <p className="text-ink-2">{text}</p>
        </div>
        <div className="flex gap-2 print:hidden">
          {"receipt" in verdict && (
            <Button onClick={() => window.print()}>
              <Printer className="size-4" />
              Print
            </Button>
          )}
          <Button onClick={onAgain}>Verify another</Button>
        </div>
      </div>
      {"receipt" in verdict && (
        <ReceiptSheet
          receipt={verdict.receipt}
          keyId={"keyId" in verdict ? verdict.keyId : null}
          isValid={isValid}
        />
      )}
    </section>
  );
}
