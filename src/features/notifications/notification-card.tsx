"use client";

import { useState, type ReactNode } from "react";
import { api } from "@/contract/browser";
import { notificationAnswer } from "@/contract/notification";
import * as z from "@/contract/zod";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";

/** One notification with its actions; its text comes rendered from the server. What was just read stays, dimmed. */
export function NotificationCard({
  id,
  name,
  url,
  children,
}: {
  id: string;
  name: string;
  url: string;
  children: ReactNode;
}) {
  const [state, setState] = useState<"unread" | "read" | "deleted">("unread");
  const [failure, setFailure] = useState<string | null>(null);
  const act = async (work: () => Promise<unknown>, next: "read" | "deleted") => {
    setFailure(null);
    setState(next);
    try {
      await work();
    } catch (error) {
      setState(state);
      setFailure(error instanceof Error ? error.message : "An unexpected error occurred");
    }
  };
  const markRead = () =>
    act(() => api.call("PATCH", `/notifications/${id}/read`, notificationAnswer), "read");
  const remove = () => act(() => api.call("DELETE", `/notifications/${id}`, z.undefined()), "deleted");
  if (state === "deleted") return null;
  return (
    <li
      className={`grid gap-3 rounded-lg border border-line p-4 ${state === "read" ? "bg-sunken" : "bg-surface"}`}
    >
      {children}
      <Notice look="bad">{failure}</Notice>
      <div className="flex flex-wrap items-center gap-4">
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
          aria-label={`Open post: ${name}`}
          onClick={() => void (state === "unread" && markRead())}
        >
          Open post
        </a>
        {state === "read" ? (
          <span className="text-ink-2">Read</span>
        ) : (
          <Button aria-label={`Mark as read: ${name}`} onClick={() => void markRead()}>
            Mark as read
          </Button>
        )}
        <Button aria-label={`Delete: ${name}`} onClick={() => void remove()}>
          Delete
        </Button>
      </div>
    </li>
  );
}
