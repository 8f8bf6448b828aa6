/** Lets the browser paint and handle input. Resolves when the next piece of work may start. */
export const yieldToBrowser = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
