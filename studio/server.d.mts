import type { Server } from "node:http";

export function serve(options?: {
  readonly port?: number;
  readonly isolated?: boolean;
  readonly bare?: boolean;
  readonly folder?: string;
}): Promise<Server>;
