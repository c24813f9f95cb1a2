import { mailboxStyle } from "./mailbox-look";
import type { Mail } from "./mail";

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Wraps content in a page. */
export function frame(title: string, content: string, head = ""): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${mailboxStyle}</style>
${head}
</head>
<body>
${content}
</body>
</html>`;
}

/** The time in this machine's time zone. */
export function timeElement(at: Date, how: "short" | "long"): string {
  const day =
    how === "short" ? { month: "short" as const } : { weekday: "long" as const, month: "long" as const };
  const words = at.toLocaleString("en-GB", {
    ...day,
    day: "numeric",
    year: how === "long" ? "numeric" : undefined,
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  return `<time datetime="${at.toISOString()}">${escapeHtml(words)}</time>`;
}

const statusWords = { delivered: "Delivered", bounced: "Bounced", complained: "Marked as spam" };

export function statusBadge(status: Mail["status"]): string {
  return `<span class="badge ${status}">${statusWords[status]}</span>`;
}
