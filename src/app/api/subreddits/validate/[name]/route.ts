import { open, route } from "@/server/http/route";
import { validateSubreddit } from "@/server/subreddits";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: open({ limit: "reddit" }, ({ params, now }) => validateSubreddit(params.name ?? "", now)),
});
