import { zodResolver } from "@hookform/resolvers/zod";
import { useState, type FormEvent } from "react";
import { useForm, type DefaultValues, type FieldValues, type Path } from "react-hook-form";
import { AppError } from "@/contract/errors";
import type * as z from "@/contract/zod";

/** A form in a dialog, checked by a contract's shape; a refusal is said, at its field where it names one. */
export function useDialogForm<Input extends FieldValues, Output>(
  shape: z.ZodType<Output, Input>,
  {
    empty,
    passwordField,
    send,
  }: {
    empty: DefaultValues<Input>;
    /** Where a wrong password is said. */
    passwordField: Path<Input>;
    send: (data: Output) => Promise<void>;
  },
) {
  const { register, handleSubmit, setError, formState } = useForm<Input, unknown, Output>({
    resolver: zodResolver(shape),
    defaultValues: empty,
  });
  const { errors } = formState;
  const [failure, setFailure] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);

  const refuse = (error: unknown) => {
    if (!(error instanceof AppError)) return setFailure("An unexpected error occurred. Please try again.");
    if (error.code === "INVALID_CREDENTIALS") {
      return setError(passwordField, { message: "This is not your password" }, { shouldFocus: true });
    }
    const named = Object.entries(error.details.errors ?? {});
    if (named.length === 0) setFailure(error.message);
    for (const [name, texts] of named) setError(name as Path<Input>, { message: texts[0] });
  };
  const sendOnce = async (data: Output) => {
    if (isPending) return;
    setPending(true);
    setFailure(null);
    try {
      await send(data);
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
  return { field, submit, failure, isPending };
}
