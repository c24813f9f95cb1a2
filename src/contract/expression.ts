import { expressionLimits } from "@/domain/query/expression";
import { exampleText } from "./entity";
import * as z from "./zod";

/** Expressions that are too long are still parsed up to this length, to report their problems. */
const maxTextLength = 5_000;

/** A position in an expression's text in UTF-16 units; `to` is exclusive. */
const range = { from: z.number(), to: z.number() };

/** A problem in an expression. Errors prevent saving the watch, warnings don't. */
export const expressionProblem = z.object({
  ...range,
  severity: z.enum(["error", "warning"]),
  message: z.string(),
  suggestion: z.string().optional(),
});

export const expressionText = z
  .object({ expression: z.string().max(maxTextLength) })
  .meta({ examples: [{ expression: "tidewater -virginia -jobs" }] });

export const parseResponse = z.object({
  tokens: z.array(z.object({ ...range, kind: exampleText("word") })),
  /** The interpretation, as prose and as an expression, and alternative ones. */
  readings: z.array(
    z.object({
      text: exampleText("tidewater, without virginia or jobs"),
      expression: exampleText("tidewater -virginia -jobs"),
    }),
  ),
  problems: z.array(expressionProblem),
});
export type ParseResponse = z.infer<typeof parseResponse>;

const { length, leaves, depth } = expressionLimits;

/** Null or '': the keyword as a phrase. The service reports the position of text beyond the limits. */
export const expression = z
  .string()
  .max(maxTextLength)
  .meta({
    maxLength: length,
    description: `Up to ${leaves} terms, nested up to ${depth} levels deep.`,
  })
  .nullable()
  .transform((text) => (text === null || text.trim() === "" ? null : text));

/** A part of an expression. The whole comes first, then each part before its children, one deeper. */
export const explainedPart = z.object({
  kind: z.enum(["and", "or", "not", "leaf"]),
  text: z.string(),
  depth: z.number(),
  /** The result of this part. A negation matches if its operand doesn't. */
  holds: z.boolean(),
  /** False if a match counts against the item (within an odd number of negations). */
  isWanted: z.boolean(),
  /** The item's words that it matched, verbatim: the first few, without duplicates. */
  found: z.array(z.string()),
});
export type ExplainedPart = z.infer<typeof explainedPart>;
