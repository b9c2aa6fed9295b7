/** Asks the host whether to go on: new fuel (propagations until the next question), or 0 to stop. */
export declare function poll(): i32;

/** Takes over `words` words of the proof log; they are overwritten afterwards. */
export declare function proof(address: usize, words: i32): void;
