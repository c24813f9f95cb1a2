"use client";

import { useState } from "react";
import { api } from "@/contract/browser";
import { AppError } from "@/contract/errors";
import { watchAnswer } from "@/contract/watch";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Notice } from "@/ui/notice";

/** Adds a watch; what went wrong is said and what was typed stays. */
export function WatchForm({ onAdded }: { onAdded: () => Promise<void> }) {
  const [keyword, setKeyword] = useState("");
  const [subreddits, setSubreddits] = useState("all");
  const [isPending, setPending] = useState(false);
  const [result, setResult] = useState<{ look: "ok" | "bad"; text: string } | null>(null);

  const add = async () => {
    if (isPending) return;
    setPending(true);
    try {
      const names = subreddits.split(",").map((name) => name.trim());
      const draft = { keyword, subreddits: names.filter((name) => name !== "") };
      await api.call("POST", "/keywords", watchAnswer, draft);
      setResult({ look: "ok", text: "Keyword added successfully!" });
      setKeyword("");
      setSubreddits("all");
      await onAdded();
    } catch (error) {
      setResult({
        look: "bad",
        text: error instanceof AppError ? error.message : "An unexpected error occurred",
      });
    } finally {
      setPending(false);
    }
  };
  const edit = (set: (text: string) => void) => (event: { target: { value: string } }) => {
    set(event.target.value);
    setResult(null);
  };
  return (
    <form
      method="post"
      aria-labelledby="add-keyword"
      className="grid max-w-xl gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <h2 id="add-keyword" className="text-16 font-semibold">
        Add Keyword
      </h2>
      <Notice look={result?.look ?? "ok"}>{result?.text ?? null}</Notice>
      <Field label="Keyword" required maxLength={100} value={keyword} onChange={edit(setKeyword)} />
      <Field
        label="Subreddits"
        hint='Separate multiple subreddits with commas. Use "all" for all subreddits.'
        value={subreddits}
        onChange={edit(setSubreddits)}
      />
      <Button type="submit" look="primary" isPending={isPending}>
        Add Keyword
      </Button>
    </form>
  );
}
