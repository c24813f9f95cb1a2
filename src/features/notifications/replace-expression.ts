import { call } from "./call";

type Expression = string | null;

/** Returns false without a change if the expression of the watch isn't `before`. */
export async function replaceExpression(
  id: string,
  { before, after }: { before: Expression; after: Expression },
): Promise<boolean> {
  const params = { id };
  const { watch } = await call("getWatch", { params });
  if (watch.expression !== before) return false;
  await call("updateWatch", { params, body: { expression: after } });
  return true;
}
