"use client";

import { Check, Dot } from "lucide-react";
import { useState, type ComponentProps } from "react";
import type { FieldTexts } from "./field-frame";
import { PasswordField } from "./password-field";

/** Shown before a password is rejected, and ticked off while it is typed. */
const rules: readonly { text: string; isMet: (password: string) => boolean }[] = [
  { text: "At least 8 characters", isMet: (password) => password.length >= 8 },
  { text: "An uppercase letter", isMet: (password) => /\p{Lu}/u.test(password) },
  { text: "A lowercase letter", isMet: (password) => /\p{Ll}/u.test(password) },
  { text: "A number", isMet: (password) => /\d/.test(password) },
];

export function NewPasswordField(props: Omit<ComponentProps<"input">, "type"> & FieldTexts) {
  const [typed, setTyped] = useState("");
  return (
    <PasswordField
      {...props}
      autoComplete="new-password"
      onChange={(event) => {
        setTyped(event.target.value);
        props.onChange?.(event);
      }}
      note={<Rules password={typed} />}
    />
  );
}

function Rules({ password }: { password: string }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(10.5rem,1fr))] gap-x-3 text-13">
      {rules.map(({ text, isMet }) => {
        const isDone = isMet(password);
        const Sign = isDone ? Check : Dot;
        return (
          <li key={text} className={`flex items-center gap-1.5 ${isDone ? "text-ok" : "text-ink-3"}`}>
            <Sign aria-hidden="true" className="size-4 flex-none" />
            <span>
              {text}
              {isDone && <span className="sr-only">(done)</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
