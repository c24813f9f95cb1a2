import { calls } from "@/contract/calls";
import { getRequest, type Input } from "@/contract/request-line";
import type { authOperations } from "@/contract/operations/auth";
import type { destinationOperations } from "@/contract/operations/destinations";
import type { keyOperations } from "@/contract/operations/keys";
import type { notificationOperations } from "@/contract/operations/notifications";
import type { pushOperations } from "@/contract/operations/push";
import type { placeOperations } from "@/contract/operations/places";
import type { subscriptionOperations } from "@/contract/operations/subscriptions";
import type { userOperations } from "@/contract/operations/users";
import type { watchOperations } from "@/contract/operations/watches";
import type * as z from "@/contract/zod";

/** Operations contain all API schemas and never reach the browser. It only gets methods, paths and types. */
type Known = typeof authOperations &
  typeof notificationOperations &
  typeof pushOperations &
  typeof destinationOperations &
  typeof keyOperations &
  typeof placeOperations &
  typeof subscriptionOperations &
  typeof userOperations &
  typeof watchOperations;

export type OperationName = keyof typeof calls;
/** An operation that only reads and returns JSON. Files are downloaded instead. */
export type ReadName = {
  [Name in OperationName]: (typeof calls)[Name] extends `GET ${string}`
    ? Known[Name] extends { response: z.ZodType }
      ? Name
      : never
    : never;
}[OperationName];
export type PlainName = {
  [Name in OperationName]: Partial<InputOf<Name>> extends InputOf<Name> ? Name : never;
}[OperationName];

type Inputs = {
  [Name in OperationName]: ParamsOf<(typeof calls)[Name]> & QueryOf<Known[Name]> & BodyOf<Known[Name]>;
};
type Responses = {
  [Name in OperationName]: Known[Name] extends { response: infer Shape extends z.ZodType }
    ? z.output<Shape>
    : undefined;
};

/** The input of an operation before parsing: path parameters, query and body, if it has any. */
export type InputOf<Name extends OperationName> = Inputs[Name];

export type ResponseOf<Name extends OperationName> = Responses[Name];

type ParamOf<Line> = Line extends `${string}{${infer Param}}${infer Rest}` ? Param | ParamOf<Rest> : never;

type ParamsOf<Line> = [ParamOf<Line>] extends [never]
  ? { params?: undefined }
  : { params: Record<ParamOf<Line>, string> };

type QueryOf<One> = One extends { query: infer Shape extends z.ZodType }
  ? Partial<z.input<Shape>> extends z.input<Shape>
    ? { query?: z.input<Shape> }
    : { query: z.input<Shape> }
  : { query?: undefined };

type BodyOf<One> = One extends { body: infer Shape extends z.ZodType }
  ? { body: z.input<Shape> }
  : { body?: undefined };

/** The path of an operation on this origin, for requests without the client. */
export function getPath(name: PlainName): string;
export function getPath<Name extends OperationName>(name: Name, input: InputOf<Name>): string;
export function getPath(name: OperationName, input: Input = {}): string {
  return getRequest(calls[name], input).address;
}
