import { systemOperations } from "@/contract/operations/machine";
import { open, route } from "@/server/http/route";
import { getHealth } from "@/server/operation/health";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: open(systemOperations.getHealth, async () => {
    const { status, checks } = await getHealth();
    return Response.json(
      { status: status === "down" ? "degraded" : status, checks },
      { status: status === "down" ? 503 : 200 },
    );
  }),
});
