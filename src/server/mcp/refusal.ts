import type { ErrorCode } from "@/contract/errors";
import type { RpcMessage } from "@/contract/mcp";
import type { Method } from "@/server/http/route";
import { AppError } from "@/server/platform/errors";

const rpcCodes: Partial<Record<ErrorCode, number>> = { MALFORMED_JSON: -32700, VALIDATION_ERROR: -32600 };

/** A JSON-RPC error. `id` is null if the message couldn't be read. */
export function refusal(
  status: number,
  code: number,
  message: string,
  { id = null, data }: { id?: RpcMessage["id"] | null; data?: object } = {},
): Response {
  return Response.json({ jsonrpc: "2.0", id, error: { code, message, data } }, { status });
}

export function respondingMessages(method: Method): Method {
  const response: Method["respond"] = async (call) => {
    try {
      return await method.respond(call);
    } catch (error) {
      const code = error instanceof AppError ? rpcCodes[error.code] : undefined;
      if (code === undefined) throw error;
      const { status, code: ours, message, details } = error as AppError;
      return refusal(status, code, message, { data: { code: ours, ...details } });
    }
  };
  return { ...method, respond: response };
}
