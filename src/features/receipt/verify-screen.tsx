"use client";

import { useId, useState } from "react";
import type { Receipt } from "@/contract/receipt";
import { counted, formatCount } from "@/domain/counted";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { TextArea } from "@/ui/text-area";
import { verifyReceipt, type Verdict } from "./verify-receipt";

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
  "no-key": ["No key to verify with", "This server publishes no receipt key. Try again later."],
};

/** Verifies a pasted, dropped or chosen receipt. The file stays in the browser. */
export function VerifyScreen() {
  const inputId = useId();
  const [text, setText] = useState("");
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const verify = async (pasted: string) => {
    setText(pasted);
    setVerdict(null);
    if (pasted.trim() === "") return;
    const response = await fetch(keyPath).catch(() => null);
    const key: unknown = response?.ok ? await response.json().catch(() => null) : null;
    setVerdict(await verifyReceipt(pasted, key));
  };
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > maxBytes) setVerdict({ outcome: "malformed" });
    else await verify(await file.text());
  };
  return (
    <main id="main" className="mx-auto grid w-full max-w-[52rem] gap-6 px-4 pt-12 pb-24">
      <div>
        <h1 className="text-30">Verify a receipt</h1>
        <p className="mt-2 text-ink-2">
          Check that a receipt came from this server and hasn&apos;t been changed.
        </p>
      </div>
      <div
        className="grid justify-items-center gap-2 rounded-lg border border-dashed border-line-strong bg-surface px-6 py-10 text-center"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void read(event.dataTransfer.files[0]);
        }}
      >
        <b className="font-semibold">Drop a receipt here</b>
        <label htmlFor={inputId} className="text-ink-2">
          The JSON file you downloaded. It stays in your browser.
        </label>
        <input
          id={inputId}
          type="file"
          accept="application/json,.json"
          onChange={(event) => void read(event.target.files?.[0])}
        />
      </div>
      <form
        className="grid justify-items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void verify(text);
        }}
      >
        <div className="w-full">
          <TextArea
            label="Or paste it"
            rows={6}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Button look="primary" type="submit">
          Verify
        </Button>
      </form>
      {verdict !== null && <Result verdict={verdict} />}
    </main>
  );
}

function Result({ verdict }: { verdict: Verdict }) {
  const [title, text] = texts[verdict.outcome];
  return (
    <section className="grid gap-4">
      <Notice look={verdict.outcome === "valid" ? "ok" : "bad"}>
        <b>{title}.</b> {text}
      </Notice>
      {"receipt" in verdict && (
        <Facts receipt={verdict.receipt} keyId={"keyId" in verdict ? verdict.keyId : null} />
      )}
    </section>
  );
}

function Facts({ receipt, keyId }: { receipt: Receipt; keyId: string | null }) {
  const gaps = receipt.places.reduce((sum, place) => sum + place.gaps.length, 0);
  const facts = [
    ["Server", receipt.issuer],
    ["Issued", receipt.issuedAt],
    ["Keyword", receipt.watch.keyword],
    ["Period", `${receipt.period.from} – ${receipt.period.to}`],
    ["Items read", `${formatCount(receipt.itemsRead)} in ${counted(receipt.places.length, "place")}`],
    ["Matches", formatCount(receipt.matchesRecorded)],
    ["Matches beyond a limit", formatCount(receipt.matchesBeyondLimit)],
    ["Gaps", formatCount(gaps)],
    ...(keyId === null ? [] : [["Key fingerprint", `SHA256:${keyId}`] as const]),
  ] as const;
  return (
    <dl className="divide-y divide-line rounded-lg border border-line bg-surface">
      {facts.map(([name, value]) => (
        <div key={name} className="grid gap-1 px-5 py-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
          <dt className="text-ink-2">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
