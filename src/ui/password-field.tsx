"use client";

import { useState, type InputHTMLAttributes } from "react";
import { Field } from "./field";

/** A password field that can be made readable. */
export function PasswordField(
  props: InputHTMLAttributes<HTMLInputElement> & { label: string; error?: string },
) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="relative">
      <Field {...props} type={isShown ? "text" : "password"} />
      <button
        type="button"
        aria-pressed={isShown}
        aria-label={`Show ${props.label.toLowerCase()}`}
        onClick={() => setShown(!isShown)}
        className="absolute top-0 right-0 text-13 text-accent-text underline"
      >
        {isShown ? "Hide" : "Show"}
      </button>
    </div>
  );
}
