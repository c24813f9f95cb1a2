import { systemOperations } from "@/contract/operations/machine";
import { open, route } from "@/server/http/route";
import { getHealth } from "@/server/operation/health";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: open(systemOperations.getReadiness, async () => {
    const { status, checks } = await getHealth();
    const ready = status !== "down";
    return Response.json(
      { status: ready ? "ok" : "degraded", checks: { database: checks.database } },
      { status: ready ? 200 : 503 },
    );
  }),
});
