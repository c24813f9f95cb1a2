import { api } from "@/contract/browser";
import { coverageAnswer } from "@/contract/coverage";

export const readCoverage = () => api.get("/coverage", coverageAnswer);
