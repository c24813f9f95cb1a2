import { watchOperations } from "@/contract/operations/watches";
import { route, user } from "@/server/http/route";
import { parseText } from "@/server/watches/expression-problems";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user(watchOperations.parseExpression, ({ body }) => parseText(body.expression)),
});
