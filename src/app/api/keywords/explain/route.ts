import { explainQuestion } from "@/contract/preview";
import { explainLink } from "@/server/explanations";
import { route, user } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: user({ body: explainQuestion, limit: "keyword" }, ({ user, body }) => explainLink(user, body.url)),
});
