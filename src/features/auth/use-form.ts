import { useState } from "react";
import { AppError, validationError } from "@/contract/errors";
import type { z } from "@/contract/zod";

type Values = Record<string, string>;
type Errors = Record<string, string | undefined>;

/** A form of text fields checked by a contract's shape: on blur for what was touched, all at once on submit. */
export function useForm<T>(shape: z.ZodType<T>, empty: Values) {
  const [values, setValues] = useState(empty);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [serverErrors, setServerErrors] = useState<Errors>({});
  const [message, setMessage] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);

  const faults = errorsOf(shape, values);
  const field = (name: string) => ({
    name,
    value: values[name] ?? "",
    error: touched.has(name) ? (serverErrors[name] ?? faults[name]) : undefined,
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value });
      setServerErrors({ ...serverErrors, [name]: undefined });
      setMessage(null);
    },
    onBlur: () => setTouched(new Set(touched).add(name)),
  });

  /** Sends what fits the shape; `otherwise` is the message of a failure that has none of its own. */
  const submit = async (send: (data: T) => Promise<void>, otherwise: string) => {
    setTouched(new Set(Object.keys(empty)));
    const parsed = shape.safeParse(values);
    if (!parsed.success || isPending) return;
    setPending(true);
    setMessage(null);
    try {
      await send(parsed.data);
    } catch (error) {
      setMessage(error instanceof AppError ? error.message : otherwise);
      if (error instanceof AppError) setServerErrors(firstTexts(error));
    } finally {
      setPending(false);
    }
  };
  return { values, field, submit, message, isPending };
}

function errorsOf<T>(shape: z.ZodType<T>, values: Values): Errors {
  const parsed = shape.safeParse(values);
  return parsed.success ? {} : firstTexts(validationError(parsed.error));
}

function firstTexts(error: AppError): Errors {
  return Object.fromEntries(
    Object.entries(error.details.errors ?? {}).map(([name, texts]) => [name, texts[0]]),
  );
}
