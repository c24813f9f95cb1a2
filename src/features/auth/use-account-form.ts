import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useEffectEvent, useRef, useState, type FocusEvent, type FormEvent } from "react";
import { useForm, type FieldValues, type Path, type PathValue } from "react-hook-form";
import { AppError } from "@/contract/errors";
import { isRateLimited, type RateLimited } from "@/browser/rate-limit";
import { useLimitWait } from "@/browser/use-limit-wait";
import type * as z from "@/contract/zod";
import { ownLimitTexts } from "@/domain/text/rate-limit-texts";
import { carriedEmail } from "./carried-email";
import { carriedName } from "./carried-name";

/** Forms with this field are prefilled from the previous form. */
const emailField = "email";

export interface Failure {
  code: string | null;
  text: string;
}

/** Result of sending: the page is unloading, or it stays and can send again, immediately or after a wait. */
export type Sent = "leaving" | "staying" | RateLimited;

/** Validates fields on blur, then on change. Sends one request at a time. On failure, keeps the input. */
export function useAccountForm<Input extends FieldValues, Output>(
  shape: z.ZodType<Output, Input>,
  {
    countedWith,
    fields,
    send,
    otherwise,
    onEdit,
  }: {
    countedWith: "auth" | "links";
    /** In their order on the screen. The first empty one has the focus. */
    fields: readonly Path<Input>[];
    send: (data: Output) => Promise<Sent>;
    otherwise: string;
    onEdit?: () => void;
  },
) {
  // No default values, to keep text typed before hydration.
  const { register, handleSubmit, setError, setFocus, getValues, setValue, formState } = useForm<
    Input,
    unknown,
    Output
  >({
    resolver: zodResolver(shape),
    mode: "onTouched",
  });
  const { errors, touchedFields, isSubmitted } = formState;
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isPending, setPending] = useState(false);
  const isSending = useRef(false);
  const { wait, meet, forget } = useLimitWait(countedWith);

  const end = () => {
    isSending.current = false;
    setPending(false);
  };
  useEffect(() => onShownAgain(end), []);
  const begin = useEffectEvent(() => {
    for (const [name, carried] of Object.entries({
      ...carriedName.read(),
      [emailField]: carriedEmail.read(),
    })) {
      const field = name as Path<Input>;
      // The field could have text typed or autofilled before hydration, or the user may be about to type.
      if (getValues(field) === "" && carried !== "" && !isFocused(field))
        setValue(field, carried as PathValue<Input, Path<Input>>);
    }
    // Don't move the focus of a user who is already typing.
    const empty = fields.find((field) => getValues(field) === "");
    if (empty !== undefined && document.activeElement === document.body) setFocus(empty);
  });
  useEffect(() => begin(), []);

  const sendOnce = async (data: Output) => {
    if (isSending.current || wait !== null) return;
    isSending.current = true;
    setPending(true);
    setFailure(null);
    try {
      const sent = await send(data);
      if (isRateLimited(sent)) meet(sent);
      if (sent !== "leaving") end();
    } catch (error) {
      setFailure({
        code: error instanceof AppError ? error.code : null,
        text: error instanceof AppError ? error.message : otherwise,
      });
      for (const [name, texts] of Object.entries(detailsOf(error))) {
        setError(name as Path<Input>, { type: "server", message: texts[0] });
      }
      end();
    }
  };

  const field = (name: Path<Input>, deps?: Path<Input>) => {
    const isDue = isSubmitted || name in touchedFields;
    const message = errors[name]?.message;
    const { onBlur, ...bound } = register(name, {
      deps,
      onChange: () => {
        setFailure(null);
        if (name === emailField) carriedEmail.write(getValues(emailField as Path<Input>));
        // The limit for failed logins is per address, so editing the address clears it.
        if (name === emailField && wait?.text === ownLimitTexts.loginFailures) forget();
        onEdit?.();
      },
    });
    return {
      ...bound,
      // An error that appears while a link below is pressed would move the link away from the pointer.
      onBlur: (event: FocusEvent) =>
        event.relatedTarget instanceof HTMLAnchorElement ? Promise.resolve() : onBlur(event),
      error: isDue && typeof message === "string" ? message : undefined,
    };
  };

  const submit = (event: FormEvent<HTMLFormElement>) => void handleSubmit(sendOnce)(event);

  return { field, submit, failure, isPending, wait, getValues };
}

function detailsOf(error: unknown): Record<string, string[]> {
  return error instanceof AppError ? (error.details.errors ?? {}) : {};
}

function isFocused(name: string): boolean {
  return document.activeElement?.getAttribute("name") === name;
}

/** A page restored from the back/forward cache may have been in the middle of a request. */
function onShownAgain(react: () => void): () => void {
  const listen = (event: PageTransitionEvent) => event.persisted && react();
  window.addEventListener("pageshow", listen);
  return () => window.removeEventListener("pageshow", listen);
}
