import { ModelError } from "../program/model-error.js";
import type { Thrown } from "./guest-protocol.js";

/** What a program threw, as an error of this process. */
export function errorOf({ code, name, message, stack, cause }: Thrown): unknown {
  if (name === "" && code === null) return message;
  const error =
    code !== null
      ? new ModelError(code, message, {}, cause === null ? undefined : errorOf(cause))
      : name === "SyntaxError"
        ? new SyntaxError(message)
        : Object.assign(new Error(message), { name });
  error.stack = stack;
  return error;
}
