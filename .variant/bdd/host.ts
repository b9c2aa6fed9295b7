// What the host gives to the kernel. Each may throw: the throw unwinds the operation, and every call stands where the
// tables are consistent, so that the manager stays usable.

/** Asked when the fuel is spent and before a collection. Returns new fuel, or throws to stop. */
export declare function poll(): i32;
/** Throws. The reasons are the constants below. */
export declare function fail(reason: i32): void;

/** Asked by a reordering, which cannot be unwound: never throws. Not zero when it should come to its end. */
export declare function reorderingShouldEnd(): i32;
/** Called when the diagrams have grown so much that a reordering is due. May throw, and then start the operation again. */
export declare function reorderingDue(): void;

/** The memory limit, or what the machine can give, is reached. */
export const OUT_OF_MEMORY: i32 = 0;
/** The limit on nodes in the store is reached. */
export const OUT_OF_NODES: i32 = 1;
/** The operation made more nodes than it was allowed. */
export const OUT_OF_ALLOWANCE: i32 = 2;
