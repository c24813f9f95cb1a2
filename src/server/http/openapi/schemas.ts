import { deliveryView, deviceView } from "@/contract/account";
import { keyView } from "@/contract/api-key";
import { placeCoverage } from "@/contract/coverage";
import { errorBody } from "@/contract/errors";
import { notificationGroup, notificationView } from "@/contract/notification";
import { placeView } from "@/contract/place-queries";
import { subscriptionView } from "@/contract/subscription";
import { userView } from "@/contract/user";
import { watchView } from "@/contract/watch";
import * as z from "@/contract/zod";

/** A JSON Schema (2020-12), as used by OpenAPI 3.1. */
export type JsonSchema = Record<string, unknown>;

const named = {
  User: userView,
  Device: deviceView,
  Delivery: deliveryView,
  ApiKey: keyView,
  Watch: watchView,
  Notification: notificationView,
  NotificationGroup: notificationGroup,
  Subscription: subscriptionView,
  Place: placeView,
  PlaceCoverage: placeCoverage,
  Error: errorBody,
};
for (const [id, schema] of Object.entries(named)) z.globalRegistry.add(schema, { id });

let components: Record<string, JsonSchema> | undefined;

export function namedSchemas(): Record<string, JsonSchema> {
  return (components ??= converted(z.object(named), "output").$defs as Record<string, JsonSchema>);
}

export function requestSchema(schema: z.ZodType): JsonSchema {
  return withoutDefinitions(converted(schema, "input"));
}

export function responseSchema(schema: z.ZodType): JsonSchema {
  return withoutDefinitions(converted(schema, "output"));
}

/** Removes definitions and the dialect, which the document already contains. */
function withoutDefinitions(schema: JsonSchema): JsonSchema {
  const own = Object.entries(schema).filter(([name]) => name !== "$schema" && name !== "$defs");
  return Object.fromEntries(own);
}

function converted(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const text = JSON.stringify(z.toJSONSchema(schema, { io, override: tidy }));
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
}

/** Numbers in queries are parsed from text. Restores examples, which zod drops for transformed fields. */
function tidy({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }): void {
  const examples = z.globalRegistry.get(zodSchema)?.examples;
  if (examples !== undefined) jsonSchema.examples = examples;
  if (jsonSchema.type === "integer") delete jsonSchema.pattern;
  delete jsonSchema.id;
}
