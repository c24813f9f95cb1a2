"use client";

import { useState, type ReactNode } from "react";
import type { ListedNoun } from "@/contract/reference";
import { Field } from "@/ui/field";

const home = "/developers";
const starts = [
  ["Quick start", "#start"],
  ["API keys and limits", "#keys"],
  ["Errors", "#errors"],
] as const;
const receiving = [
  ["Webhooks", "#webhooks"],
  ["n8n", "#n8n"],
  ["Live stream", "#live"],
  ["Feeds", "#feed"],
  ["MCP", "#mcp"],
] as const;

export function Contents({ nouns, current }: { nouns: ListedNoun[]; current: string | null }) {
  const [requested, setRequested] = useState("");
  const words = requested.toLowerCase().split(/\s+/).filter(Boolean);
  return (
    <nav
      aria-label="Reference"
      className="text-14 md:sticky md:top-22 md:max-h-[calc(100vh-7rem)] md:overflow-y-auto md:pr-1"
    >
      <Field
        label="Search endpoints"
        type="search"
        value={requested}
        onChange={(event) => setRequested(event.target.value)}
      />
      {words.length > 0 ? (
        <Found nouns={nouns} words={words} />
      ) : (
        <Everything nouns={nouns} current={current} />
      )}
    </nav>
  );
}

function Found({ nouns, words }: { nouns: ListedNoun[]; words: string[] }) {
  const found = nouns.flatMap((noun) =>
    noun.calls
      .filter(({ title, method, path }) => {
        const text = `${noun.title} ${title} ${method} ${path}`.toLowerCase();
        return words.every((word) => text.includes(word));
      })
      .map((call) => ({ ...call, href: `${home}/${noun.id}#${call.id}` })),
  );
  const total = nouns.reduce((sum, { calls }) => sum + calls.length, 0);
  return (
    <>
      <p role="status" className="mx-2.5 mt-3 text-13 text-ink-3">
        {found.length === 0 ? "No matching endpoints." : `${found.length} of ${total} endpoints`}
      </p>
      <ul>
        {found.map(({ id, title, method, path, href }) => (
          <Item key={id} href={href}>
            {title}
            <span className="block text-12 font-normal wrap-anywhere text-ink-3">
              {method} {path}
            </span>
          </Item>
        ))}
      </ul>
    </>
  );
}

function Everything({ nouns, current }: { nouns: ListedNoun[]; current: string | null }) {
  return (
    <>
      <Part heading="Start">
        {starts.map(([title, hash]) => (
          <Item key={hash} href={home + hash}>
            {title}
          </Item>
        ))}
      </Part>
      <Part heading="Reference">
        {nouns.map(({ id, title, calls }) => (
          <Item
            key={id}
            href={`${home}/${id}`}
            isCurrent={id === current}
            below={
              id === current && (
                <ul className="mt-0.5 mb-1 ml-2.5 border-l border-line pl-1.5 max-md:hidden">
                  {calls.map((call) => (
                    <Item key={call.id} href={`${home}/${id}#${call.id}`}>
                      {call.title}
                    </Item>
                  ))}
                </ul>
              )
            }
          >
            {title}
          </Item>
        ))}
      </Part>
      <Part heading="Receive">
        {receiving.map(([title, hash]) => (
          <Item key={hash} href={home + hash}>
            {title}
          </Item>
        ))}
      </Part>
    </>
  );
}

function Part({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <>
      <h2 className="mt-4 mb-1 ml-2.5 text-12 font-semibold tracking-normal text-ink-3">{heading}</h2>
      <ul className="max-md:flex max-md:flex-wrap">{children}</ul>
    </>
  );
}

function Item({
  href,
  isCurrent = false,
  below,
  children,
}: {
  href: string;
  isCurrent?: boolean;
  below?: ReactNode;
  children: ReactNode;
}) {
  return (
    <li>
      <a
        href={href}
        aria-current={isCurrent ? "page" : undefined}
        className="block rounded-md px-2.5 py-1.25 font-medium text-ink-2 no-underline hover:bg-sunken hover:text-ink aria-[current]:bg-accent-soft aria-[current]:font-semibold aria-[current]:text-accent-text"
      >
        {children}
      </a>
      {below}
    </li>
  );
}
