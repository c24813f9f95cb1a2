import { machineOperations } from "@/contract/operations/machine";
import { route, user } from "@/server/http/route";
import { answeringMessages } from "@/server/mcp/refusal";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  // The protocol's library is loaded by whoever speaks it first.
  POST: answeringMessages(
    user(machineOperations.callMcp, async (call) => {
      const { answerMcp } = await import("@/server/mcp/answer");
      return answerMcp(call);
    }),
  ),
});
