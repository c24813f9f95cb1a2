"use client";

import { Eye, EyeOff } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { Field } from "./field";
import type { FieldTexts } from "./field-frame";

/** The button keeps its name and toggles its pressed state. */
export function PasswordField(props: Omit<ComponentProps<"input">, "type"> & FieldTexts) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field
      {...props}
      type={isShown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <button
          type="button"
          aria-pressed={isShown}
          aria-label={`Show ${props.label.toLowerCase()}`}
          onClick={() => setShown(!isShown)}
          className="grid size-full place-items-center rounded-md hover:bg-sunken hover:text-ink"
        >
          <Icon />
        </button>
      }
    />
  );
}
