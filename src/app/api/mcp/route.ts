import { systemOperations } from "@/contract/operations/machine";
import { route, user } from "@/server/http/route";
import { respondingMessages } from "@/server/mcp/refusal";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  // The protocol's library is loaded by whoever speaks it first.
  POST: respondingMessages(
    user(systemOperations.callMcp, async (call) => {
      const { handleMcp } = await import("@/server/mcp/handle");
      return handleMcp(call);
    }),
  ),
});
