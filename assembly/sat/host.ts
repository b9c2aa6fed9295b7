/** Asks the host whether to go on: new fuel (propagations until the next question), or 0 to stop. */
export declare function poll(): i32;
