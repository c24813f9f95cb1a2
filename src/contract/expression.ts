import { expressionLimits } from "@/domain/query/expression";
import * as z from "./zod";

/** Longer texts than an expression may be are read too, up to here, so that what is wrong with them can be said. */
const longestText = 5_000;

/** Where something stands in an expression's text: UTF-16 units, from the first to behind the last. */
const range = { from: z.number(), to: z.number() };

/** What is wrong with an expression: of an error it can't be watched for, a warning is only told. */
export const expressionProblem = z.object({
  ...range,
  severity: z.enum(["error", "warning"]),
  message: z.string(),
  /** The whole expression as it would be without this problem. */
  suggestion: z.string().optional(),
});

/** POST /api/keywords/parse */
export const expressionText = z.object({ expression: z.string().max(longestText) });

export const parseResponse = z.object({
  tokens: z.array(z.object({ ...range, kind: z.string() })),
  /** How it is read, in words and as text; and how else it could have been meant. */
  readings: z.array(z.object({ text: z.string(), expression: z.string() })),
  problems: z.array(expressionProblem),
});
export type ParseResponse = z.infer<typeof parseResponse>;

const { length, leaves, depth } = expressionLimits;

/**
 * What a watch looks for instead of its keyword; null, or a text without words: the keyword as a phrase. Callers are told what an
 * expression may have; what has more gets as far as the service, which tells where it is wrong.
 */
export const expression = z
  .string()
  .max(longestText)
  .meta({
    maxLength: length,
    description: `Up to ${leaves} terms, nested up to ${depth} levels deep.`,
  })
  .nullable()
  .transform((text) => (text === null || text.trim() === "" ? null : text));

/** A part of an expression, told of one item: the whole first, each part before its own parts, which are one deeper. */
export const explainedPart = z.object({
  kind: z.enum(["and", "or", "not", "leaf"]),
  /** As an expression has it. */
  text: z.string(),
  depth: z.number(),
  /** Whether it holds, by itself: of a negation, whether what it negates doesn't. */
  holds: z.boolean(),
  /** Whether what it holds tells for the item or, below an odd number of negations, against it. */
  isWanted: z.boolean(),
  /** The words of the item that it met, as they stand there: the first few, each once. */
  found: z.array(z.string()),
});
export type ExplainedPart = z.infer<typeof explainedPart>;
