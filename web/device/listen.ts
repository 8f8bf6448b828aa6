/** Adds a listener of an event to a target. @returns a function that removes the listener */
export function listen<E extends Event>(target: EventTarget, type: string, listener: (event: E) => void): () => void {
  target.addEventListener(type, listener as (event: Event) => void)
  return () => target.removeEventListener(type, listener as (event: Event) => void)
}

/** Returns a function that calls all functions of a list, such as those that end subscriptions. */
// biome-ignore lint/suspicious/noConfusingVoidType: the `start` of a feature may return nothing.
export function callAll(...ends: ((() => void) | void)[]): () => void {
  return () => {
    for (const end of ends) end?.()
  }
}
