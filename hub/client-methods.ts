/** The methods that a client offers to the server, as an interface: `{ commentAdded(comment: Comment): void }`. */
export type ClientMethods<C> = { [M in keyof C]: (...args: never[]) => unknown }

/** A client whose methods are unknown: any method, any arguments. */
export type AnyClient = Record<string, (...args: unknown[]) => unknown>
