import { connection } from "next/server";
import type { Operator } from "@/domain/operator";
import { env } from "@/env";

/** Who runs this copy. Settings are read with the request, never at build. */
export async function readOperator(): Promise<Operator> {
  await connection();
  const { OPERATOR_NAME, OPERATOR_ADDRESS, SUPPORT_EMAIL } = env();
  return { name: OPERATOR_NAME, address: OPERATOR_ADDRESS, supportEmail: SUPPORT_EMAIL };
}
