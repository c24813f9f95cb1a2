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

/** A JSON Schema of 2020-12, which is the one that OpenAPI 3.1 uses. */
export type JsonSchema = Record<string, unknown>;

/** What answers have in common stands in the document once, under these names. */
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

export function namedSchemas(): JsonSchema {
  const { $defs } = converted(z.object(named), "output");
  return $defs as JsonSchema;
}

/** What a request may hold; fields that it doesn't name are dropped. */
export function requestSchema(schema: z.ZodType): JsonSchema {
  return withoutDefinitions(converted(schema, "input"));
}

/** What an answer holds; there is nothing in it that isn't named here. */
export function answerSchema(schema: z.ZodType): JsonSchema {
  return withoutDefinitions(converted(schema, "output"));
}

/** The part itself: its definitions are in the document, which also names the dialect. */
function withoutDefinitions(schema: JsonSchema): JsonSchema {
  const own = Object.entries(schema).filter(([name]) => name !== "$schema" && name !== "$defs");
  return Object.fromEntries(own);
}

function converted(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const text = JSON.stringify(z.toJSONSchema(schema, { io, override: ({ jsonSchema }) => tidy(jsonSchema) }));
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
}

/** A number in a query is text to its schema; to clients it is a number, which has no pattern. */
function tidy(jsonSchema: JsonSchema): void {
  if (jsonSchema.type === "integer") delete jsonSchema.pattern;
  delete jsonSchema.id;
}
