import type { ErrorCode } from "@/contract/errors";
import type { RpcMessage } from "@/contract/mcp";
import type { Method } from "@/server/http/route";
import { AppError } from "@/server/platform/errors";

/** What JSON-RPC calls a body that is no JSON, and one that is no single message of it. */
const rpcCodes: Partial<Record<ErrorCode, number>> = { MALFORMED_JSON: -32700, VALIDATION_ERROR: -32600 };

/** A refusal in the protocol's form; without an id where no message was read, or none was looked at. */
export function refusal(
  status: number,
  code: number,
  message: string,
  { id = null, data }: { id?: RpcMessage["id"] | null; data?: object } = {},
): Response {
  return Response.json({ jsonrpc: "2.0", id, error: { code, message, data } }, { status });
}

/** A method whose clients read messages: that a body is none is said in one, with the API's own error as its data. */
export function respondingMessages(method: Method): Method {
  const answer: Method["answer"] = async (call) => {
    try {
      return await method.answer(call);
    } catch (error) {
      const code = error instanceof AppError ? rpcCodes[error.code] : undefined;
      if (code === undefined) throw error;
      const { status, code: ours, message, details } = error as AppError;
      return refusal(status, code, message, { data: { code: ours, ...details } });
    }
  };
  return { ...method, answer };
}
