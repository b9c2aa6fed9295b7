/** How JavaScript says that there is no room for an array, a text, a kernel or a message. */
const MESSAGES = /out of memory|could not allocate|cannot allocate|allocation failed|invalid string length/i;

/** Did this error come because the machine has no more memory, or does not give it to this process? */
export const isOutOfMemory = (e: unknown): boolean => e instanceof Error && MESSAGES.test(e.message);
