/**
 * An error that prevents the start. `message` says what happened and what the owner can do; nothing else is printed.
 */
export class StartError extends Error {}
