/** A reason not to start that the owner can mend: `message` says what happened and what to do, and is all they see. */
export class StartError extends Error {}
