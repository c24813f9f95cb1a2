import { systemOperations } from "@/contract/operations/machine";
import { route, user } from "@/server/http/route";
import { respondingMessages } from "@/server/mcp/refusal";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  // The MCP library is loaded on the first request.
  POST: respondingMessages(
    user(systemOperations.callMcp, async (call) => {
      const { handleMcp } = await import("@/server/mcp/handle");
      return handleMcp(call);
    }),
  ),
});
