import * as z from "./zod";

/** An entity id in responses. Not validated, because we generate it. */
export const entityId = z
  .string()
  .meta({ format: "uuid", examples: ["0199f3c2-6d1e-7c4a-9b0f-2a5d8e7c1f34"] });

/** A time in responses: ISO 8601 in UTC with milliseconds. */
export const moment = z
  .string()
  .meta({ format: "date-time", pattern: "\\.\\d{3}Z$", examples: ["2026-11-22T14:03:06.981Z"] });

/** A text in responses, with the example that the reference shows. Everything in examples is fictional. */
export const exampleText = (example: string) => z.string().meta({ examples: [example] });

export const exampleCount = (example: number) => z.number().meta({ examples: [example] });
