import { zodResolver } from "@hookform/resolvers/zod";
import { useState, type FormEvent } from "react";
import { useForm, type DefaultValues, type FieldValues, type Path } from "react-hook-form";
import { AppError } from "@/contract/errors";
import { isRateLimited, type RateLimited } from "@/browser/rate-limit";
import { useLimitWait } from "@/browser/use-limit-wait";
import type * as z from "@/contract/zod";

/** A dialog form validated by a contract schema. Shows errors next to the field the server names. */
export function useDialogForm<Input extends FieldValues, Output>(
  shape: z.ZodType<Output, Input>,
  {
    start,
    passwordField,
    send,
  }: {
    start: DefaultValues<Input>;
    passwordField?: Path<Input>;
    send: (data: Output) => Promise<RateLimited | void>;
  },
) {
  const { register, handleSubmit, setError, formState } = useForm<Input, unknown, Output>({
    resolver: zodResolver(shape),
    defaultValues: start,
  });
  const { errors } = formState;
  const [failure, setFailure] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const { wait, meet } = useLimitWait();

  const refuse = (error: unknown) => {
    if (!(error instanceof AppError)) return setFailure("An unexpected error occurred. Please try again.");
    if (error.code === "INVALID_CREDENTIALS" && passwordField !== undefined) {
      return setError(passwordField, { message: "Incorrect password" }, { shouldFocus: true });
    }
    const named = Object.entries(error.details.errors ?? {});
    if (named.length === 0) setFailure(error.message);
    for (const [name, texts] of named) setError(name as Path<Input>, { message: texts[0] });
  };
  const sendOnce = async (data: Output) => {
    if (isPending || wait !== null) return;
    setPending(true);
    setFailure(null);
    try {
      const sent = await send(data);
      if (isRateLimited(sent)) meet(sent);
    } catch (error) {
      refuse(error);
    }
    setPending(false);
  };
  const field = (name: Path<Input>) => {
    const message = errors[name]?.message;
    return {
      ...register(name, { onChange: () => setFailure(null) }),
      error: typeof message === "string" ? message : undefined,
    };
  };
  const submit = (event: FormEvent<HTMLFormElement>) => void handleSubmit(sendOnce)(event);
  return { field, submit, failure, isPending, wait };
}
