/**
 * A reason not to start that the owner can fix. `message` says what happened and what to do; nothing else is printed.
 */
export class StartError extends Error {}
