/** The queue cannot be used. */
export class QueueError extends Error {
  override readonly name = "QueueError";
}
