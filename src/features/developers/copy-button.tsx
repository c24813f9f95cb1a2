"use client";

import { useState } from "react";
import { Button } from "@/ui/button";

/** Copies the text of the surrounding figure. If the clipboard is unavailable, selects the text. */
export function CopyButton({ label }: { label: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (button: HTMLButtonElement) => {
    const text = button.closest("figure")?.querySelector("pre");
    if (!text) return;
    const { textContent } = text;
    try {
      await navigator.clipboard.writeText(textContent);
      setCopied(true);
    } catch {
      getSelection()?.selectAllChildren(text);
    }
  };
  return (
    <Button look="ghost" size="sm" onClick={(event) => void copy(event.currentTarget)}>
      <span aria-live="polite">{isCopied ? "Copied" : "Copy"}</span>
      <span className="sr-only">{label}</span>
    </Button>
  );
}
