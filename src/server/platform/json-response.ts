import { setImmediate as breathe } from "node:timers/promises";
import { streamed } from "./file-response";

/** Longer lists are sent in chunks of this many characters. Other requests can run in between. */
const longList = 500;
const chunkLength = 64_000;

export function jsonResponse(body: unknown, init: ResponseInit): Response {
  if (!isObject(body) || !Object.values(body).some(isLongList)) return Response.json(body, init);
  const headers = new Headers(init.headers);
  headers.set("Content-Type", "application/json");
  return new Response(streamed(chunksFrom(body)), { ...init, headers });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isLongList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > longList;
}

async function* chunksFrom(body: Record<string, unknown>): AsyncGenerator<string, void, void> {
  let separator = "{";
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    if (isLongList(value)) yield* chunksFromList(value);
    else yield JSON.stringify(value);
    separator = ",";
  }
  yield "}";
}

async function* chunksFromList(list: readonly unknown[]): AsyncGenerator<string, void, void> {
  let chunk = "[";
  for (const [at, entry] of list.entries()) {
    chunk += `${at === 0 ? "" : ","}${JSON.stringify(entry) ?? "null"}`;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = "";
    await breathe();
  }
  yield `${chunk}]`;
}
