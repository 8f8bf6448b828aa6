/** Lets the browser do what waits, such as a paint or a press, before the next piece of work. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
