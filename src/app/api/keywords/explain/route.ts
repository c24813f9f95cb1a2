import { watchOperations } from "@/contract/operations/watches";
import { explainLink } from "@/server/watches/explanations";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user(watchOperations.explainLink, ({ user, body }) => explainLink(user, body.url)),
});
