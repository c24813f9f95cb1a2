import { open, route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: open({}, () => ({ status: "ok" as const, checks: {} })),
});
